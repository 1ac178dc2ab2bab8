import {
  answersOf,
  type Category,
  type Counts,
  categoryOfScore,
  fewest,
  npsCategories,
  npsOf,
  ratio,
} from '../../../contract/nps'

/**
 * The margin of error of a score in points, at 95%: 1.96 standard errors of the mean of answers that count +1, 0 or −1, whose
 * variance is p + d − (p − d)², where p and d are the shares of promoters and detractors (normal approximation of a multinomial
 * sample; Rocks, "Interval Estimation for the Net Promoter Score", The American Statistician 70, 2016). Null without answers, and
 * where all are of one kind: these say nothing of how far others lie apart.
 */
export const marginOf = (counts: Counts): number | null => {
  const answers = answersOf(counts)
  if (answers === 0) return null
  const [p, d] = [counts.promoter / answers, counts.detractor / answers]
  if (Object.values(counts).includes(answers)) return null
  return 196 * Math.sqrt(Math.max(0, p + d - (p - d) ** 2) / answers)
}

/** Where all answers are of one kind, the margin with one of another kind: that none was given doesn’t mean that there is none. */
const boundOf = (counts: Counts): number | null => {
  const { promoter, passive, detractor } = counts
  const withAnother =
    passive > 0
      ? { promoter: 1, passive: passive - 1, detractor }
      : { promoter: Math.max(0, promoter - 1), passive: 1, detractor: Math.max(0, detractor - 1) }
  return marginOf(counts) ?? marginOf(withAnother)
}

/** By how many points a score has changed, and why this may mean nothing: too few responses, or margins that overlap. Null without both. */
export const changeOf = (now: Counts, before: Counts): { by: number; doubt: 'few' | 'chance' | null } | null => {
  const [a, b] = [npsOf(now), npsOf(before)]
  if (a === null || b === null) return null
  const isFew = Math.min(answersOf(now), answersOf(before)) < fewest
  const [own, earlier] = [boundOf(now), boundOf(before)]
  const isClear = own !== null && earlier !== null && Math.abs(a - b) > own + earlier
  return { by: Math.round(10 * (a - b)) / 10, doubt: isFew ? 'few' : isClear ? null : 'chance' }
}

/** A category’s share of the responses in percent; null if none. */
export const shareOf = (counts: Counts, category: Category) => ratio(100 * counts[category], answersOf(counts))

/** Category from the server, else derived from the score. */
export const categoryOf = (score: number | null | undefined, category?: string | null): Category | null => {
  const given = npsCategories.find((one) => one === category)
  return given ?? (typeof score === 'number' ? categoryOfScore(score) : null)
}

type Figures = {
  npsScore?: number | null
  averageScore?: number | null
  promotersCount?: number | null
  passivesCount?: number | null
  detractorsCount?: number | null
}

export type Statistics = { nps: number | null; average: number | null; counts: Counts }

/** Null if any is missing. */
export const countsIn = ({
  promotersCount: promoter,
  passivesCount: passive,
  detractorsCount: detractor,
}: Figures): Counts | null =>
  typeof promoter === 'number' && typeof passive === 'number' && typeof detractor === 'number'
    ? { promoter, passive, detractor }
    : null

/** As the server counts them; null if any count is missing. */
export const statisticsOf = (figures: Figures = {}): Statistics | null => {
  const counts = countsIn(figures)
  return counts && { nps: figures.npsScore ?? npsOf(counts), average: figures.averageScore ?? null, counts }
}
