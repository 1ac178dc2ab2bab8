/** Equal except for case and separators, or at most so many typing errors apart; two letters that changed places are one. */
export const isSimilar = (a: string, b: string, errors = 2) => {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, '')
  return b.length < 50 && (plain(a) === plain(b) || editDistance(plain(a), plain(b)) <= errors)
}

const editDistance = (a: string, b: string) => {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const isSwapped = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j]
      next.push(
        Math.min(
          (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1),
          (row[j + 1] ?? 0) + 1,
          (next[j] ?? 0) + 1,
          isSwapped ? (before[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    ;[before, row] = [row, next]
  }
  return row.at(-1) ?? 0
}
