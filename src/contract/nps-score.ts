import { npsCategories, ratio } from './nps'

export type Category = (typeof npsCategories)[number]
/** Responses by category. */
export type Counts = Record<Category, number>

/** Below ten responses a score says little: each moves it by more than ten points. */
export const fewest = 10

/**
 * The Net Promoter Score: 100 × (promoters − detractors) / answers, from −100 to 100, where 9 and 10 are promoters, 7 and 8
 * passives, 0 to 6 detractors (Reichheld, "The One Number You Need to Grow", Harvard Business Review, December 2003).
 * To one decimal place, as the API gives it; null without answers.
 */
export const npsOf = ({ promoter, passive, detractor }: Counts): number | null =>
  ratio(100 * (promoter - detractor), promoter + passive + detractor)

export const answersOf = ({ promoter, passive, detractor }: Counts) => promoter + passive + detractor

/** Category from the server, else derived from the score. */
export const categoryOf = (score: number | null | undefined, category?: string | null): Category | null => {
  const given = npsCategories.find((one) => one === category)
  if (given || typeof score !== 'number') return given ?? null
  return score >= 9 ? 'promoter' : score >= 7 ? 'passive' : 'detractor'
}

/** Responses counted by category; those without a score are in none. */
export const countsOf = (responses: { score?: number | null; category?: string | null }[]): Counts => {
  const counts: Counts = { promoter: 0, passive: 0, detractor: 0 }
  for (const { score, category } of responses) {
    const own = categoryOf(score, category)
    if (own) counts[own]++
  }
  return counts
}
