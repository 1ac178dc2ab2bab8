import { numberFormat } from '../../lib/request-context'
import { formatNumber } from '../../ui/format/format'
import type { BadgeProps } from '../../ui/status-badge'
import { type Category, type Counts, categoryOf, marginOf } from './score'

export const categoryBadges: Record<Category, BadgeProps> = {
  promoter: { tone: 'good', glyph: 'up', word: 'Promoter' },
  passive: { tone: 'calm', glyph: 'mid', word: 'Passive' },
  detractor: { tone: 'bad', glyph: 'down', word: 'Detractor' },
}

export const categoryTabs: Record<Category, string> = {
  promoter: 'Promoters',
  passive: 'Passives',
  detractor: 'Detractors',
}

/** The word of another server as it is, where it is none of ours and no score says more. */
export const categoryLabel = ({ score, category }: { score?: number | null; category?: string | null }) => {
  const meant = categoryOf(score, category)
  return meant ? categoryBadges[meant].word : category
}

type Respondent = { respondentName?: string | null; respondentEmail?: string | null }

/** Who answered, as far as it is known. */
export const respondentOf = ({ respondentName, respondentEmail }: Respondent) =>
  respondentName?.trim() || respondentEmail?.trim() || 'Anonymous'

type FollowUp = { followUpRequired?: boolean | null; followUpCompleted?: boolean | null }

/** Whether somebody has to come back to an answer; nothing when the server does not say. */
export const followUpBadge = ({ followUpRequired, followUpCompleted }: FollowUp): BadgeProps | null => {
  if (followUpCompleted) return { tone: 'calm', glyph: 'done', word: 'Done' }
  if (followUpRequired) return { tone: 'attention', glyph: 'pending', word: 'Needed' }
  return followUpRequired === false ? { tone: 'calm', glyph: 'idle', word: 'None' } : null
}

export const surveyBadge = (isActive: boolean): BadgeProps =>
  isActive ? { tone: 'good', glyph: 'active', word: 'Active' } : { tone: 'calm', glyph: 'idle', word: 'Closed' }

/** One place after the point, so that they stand under one another: a score is "+38.1", "−12.0", "0.0". */
const tenths = numberFormat({ minimumFractionDigits: 1, maximumFractionDigits: 1 })

export const npsText = (nps: number) => `${nps > 0 ? '+' : ''}${tenths().format(nps).replace('-', '−')}`

/** "±8", or nothing where no margin can be told. */
export const marginText = (counts: Counts) => {
  const margin = marginOf(counts)
  return margin === null ? '' : `±${formatNumber(Math.round(margin))}`
}

export const percentText = (percent: number) => `${tenths().format(percent)} %`
