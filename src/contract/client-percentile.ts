/** Below eight values a percentile would say more than they do. */
export const fewestPeers = 8

/**
 * The percentile rank of a value among values that include it, in whole percent: 100 × (below + half of the equal ones) ÷ all
 * (Roscoe, Fundamental Research Statistics for the Behavioral Sciences, 1975). Where all are equal it is 50. Null if there are
 * fewer than eight.
 */
export const percentileRank = (value: number, values: readonly number[]): number | null => {
  if (values.length < fewestPeers) return null
  let [below, equal] = [0, 0]
  for (const other of values) {
    if (other < value) below++
    else if (other === value) equal++
  }
  return Math.round((100 * (below + equal / 2)) / values.length)
}

/** Size classes of enterprises by headcount (European Commission, Recommendation 2003/361/EC). */
export const sizes = ['1-9', '10-49', '50-249', '250+'] as const
export type Size = (typeof sizes)[number]

/** Null for a client whose headcount is not known or zero. */
export const sizeOf = (employees: number | null | undefined): Size | null => {
  if (!employees || employees <= 0) return null
  return employees < 10 ? '1-9' : employees < 50 ? '10-49' : employees < 250 ? '50-249' : '250+'
}
