/** A part of an address; nothing where its % escapes are broken, as in one that somebody wrote by hand. */
export const safeDecode = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
