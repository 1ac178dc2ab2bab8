/** "Helen Ashworth-Bell" becomes HA: first letters of the first and last word, in any script. */
export const initials = (name: string | null | undefined) => {
  const letters = (name ?? '').split(/\s+/).flatMap((word) => word.match(/[\p{L}\p{N}]\p{M}*/u)?.[0] ?? [])
  return [letters[0], letters.length > 1 ? letters.at(-1) : ''].join('').toUpperCase()
}
