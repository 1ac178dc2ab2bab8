import { type Category, type Counts, followUpStateOf } from '../../../contract/nps'
import { formatNumber } from '../../ui/format/format'
import type { BadgeProps } from '../../ui/status-badge'
import { followUpStatus } from '../records/response'
import { categoryOf, marginOf } from './score'

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

/** Falls back to the score’s category, then to the server’s own value. */
export const categoryLabel = ({ score, category }: { score?: number | null; category?: string | null }) => {
  const meant = categoryOf(score, category)
  return meant ? categoryBadges[meant].word : category
}

/** Follow-up status; null if the server doesn’t say. */
export const followUpBadge = (response: Parameters<typeof followUpStateOf>[0]): BadgeProps | null => {
  const state = followUpStateOf(response)
  if (state) return followUpStatus.badge(state)
  return response.followUpRequired === false ? { tone: 'calm', glyph: 'idle', word: 'None' } : null
}

export const surveyBadge = (isActive: boolean): BadgeProps =>
  isActive ? { tone: 'good', glyph: 'active', word: 'Active' } : { tone: 'calm', glyph: 'idle', word: 'Closed' }

/** "±8", or empty if there is no margin. */
export const marginText = (counts: Counts) => {
  const margin = marginOf(counts)
  return margin === null ? '' : `±${formatNumber(Math.round(margin))}`
}
