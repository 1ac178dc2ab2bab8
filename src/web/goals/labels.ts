/** "Q4 2026", or whichever part is given. */
export const periodText = (quarter: string | null | undefined, year: number | null | undefined) =>
  [quarter, year].filter(Boolean).join(' ')

type Update = { createdAt?: string | null; progressPercentage?: number | null }

/** Updates, newest first, each with the previous progress. Undated ones count as oldest. */
export const timelineOf = <U extends Update>(updates: U[]): (U & { before: number | null })[] => {
  let known: number | null = null
  return updates
    .toSorted((a, b) => momentOf(a) - momentOf(b))
    .map((update) => {
      const before = known
      known = update.progressPercentage ?? known
      return { ...update, before }
    })
    .reverse()
}

const momentOf = ({ createdAt }: Update) => (createdAt && Date.parse(createdAt)) || 0
