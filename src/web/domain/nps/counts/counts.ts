import type { Counts } from '../../../../contract/nps'
import { categoryOf } from '../score'

/** Responses counted by category; those without a score are in none. */
export const countsOf = (responses: { score?: number | null; category?: string | null }[]): Counts => {
  const counts: Counts = { promoter: 0, passive: 0, detractor: 0 }
  for (const { score, category } of responses) {
    const own = categoryOf(score, category)
    if (own) counts[own]++
  }
  return counts
}
