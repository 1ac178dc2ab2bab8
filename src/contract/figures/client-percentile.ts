/** Below eight values a percentile would say more than they do. */
export const fewestPeers = 8

/** How many numbers `isBelow` holds for, by binary search. */
const countBelow = (sorted: Float64Array, isBelow: (value: number) => boolean) => {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isBelow(sorted[middle] as number)) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Ranks values among `values`, which include them. The percentile rank in whole percent is 100 × (below + half of the equal ones) ÷ all
 * (Roscoe, Fundamental Research Statistics for the Behavioral Sciences, 1975). Where all are equal it is 50. Null if there are
 * fewer than eight.
 */
export const percentilesAmong = (values: readonly number[]) => {
  const sorted = Float64Array.from(values).sort()
  return (value: number): number | null => {
    if (sorted.length < fewestPeers) return null
    const below = countBelow(sorted, (other) => other < value)
    const equal = countBelow(sorted, (other) => other <= value) - below
    return Math.round((100 * (below + equal / 2)) / sorted.length)
  }
}

/** Size classes of enterprises by headcount (European Commission, Recommendation 2003/361/EC). */
export const sizes = ['1-9', '10-49', '50-249', '250+'] as const
export type Size = (typeof sizes)[number]

/** Null for a client whose headcount is unknown or zero. */
export const sizeOf = (employees: number | null | undefined): Size | null => {
  if (!employees || employees <= 0) return null
  return employees < 10 ? '1-9' : employees < 50 ? '10-49' : employees < 250 ? '50-249' : '250+'
}
