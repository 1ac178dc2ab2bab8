import { formatNumber } from '../kit/format'
import type { Look } from '../kit/ui/state'
import type { Category } from './score'

export const categoryLooks: Record<Category, Look> = {
  promoter: { tone: 'good', glyph: 'up', word: 'Promoter' },
  passive: { tone: 'calm', glyph: 'mid', word: 'Passive' },
  detractor: { tone: 'bad', glyph: 'down', word: 'Detractor' },
}

export const categoryTabs: Record<Category, string> = {
  promoter: 'Promoters',
  passive: 'Passives',
  detractor: 'Detractors',
}

type Respondent = { respondentName?: string | null; respondentEmail?: string | null }

/** Who answered, as far as it is known. */
export const respondentOf = ({ respondentName, respondentEmail }: Respondent) =>
  respondentName?.trim() || respondentEmail?.trim() || 'Anonymous'

type FollowUp = { followUpRequired?: boolean | null; followUpCompleted?: boolean | null }

/** Whether somebody has to come back to an answer; nothing when the server does not say. */
export const followUpLook = ({ followUpRequired, followUpCompleted }: FollowUp): Look | null => {
  if (followUpCompleted) return { tone: 'calm', glyph: 'done', word: 'Done' }
  if (followUpRequired) return { tone: 'attention', glyph: 'pending', word: 'Needed' }
  return followUpRequired === false ? { tone: 'calm', glyph: 'idle', word: 'None' } : null
}

export const surveyLook = (isActive: boolean): Look =>
  isActive ? { tone: 'good', glyph: 'active', word: 'Active' } : { tone: 'calm', glyph: 'idle', word: 'Closed' }

/** "+38.1", "−12", "0". */
export const npsText = (nps: number) => `${nps > 0 ? '+' : ''}${formatNumber(nps)}`

export const percentText = (percent: number) => `${formatNumber(percent)} %`
