const nullsLast =
  <T>(compare: (a: T, b: T) => number) =>
  (a: T | null, b: T | null) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return compare(a, b)
  }

export const byNumber = nullsLast<number>((a, b) => a - b)
/** By code units: as `COLLATE "C"`, but for characters beyond the first 65,536. */
export const byText = nullsLast<string>((a, b) => (a < b ? -1 : a > b ? 1 : 0))
