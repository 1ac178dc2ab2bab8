/** Equal except for case and separators, or at most so many typing errors apart. */
export const isSimilar = (a: string, b: string, errors = 2) => {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')
  return b.length < 50 && (plain(a) === plain(b) || editDistance(plain(a), plain(b)) <= errors)
}

const editDistance = (a: string, b: string) => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(Math.min((row[j] ?? 0) + (letter === other ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    row = next
  }
  return row.at(-1) ?? 0
}
