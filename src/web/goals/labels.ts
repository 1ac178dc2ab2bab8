import { serverNow } from '../lib/api/server-clock'
import { daysUntil, inDays, isWithin } from '../ui/format/day'
import { plural } from '../ui/format/format'
import type { BadgeProps } from '../ui/status-badge'

const dueSoon = 30

type Aim = { dueDate?: string | null; progressPercentage?: number | null }

/** Deadline status; null without a date. The due day counts. */
export const dueState = ({ dueDate, progressPercentage }: Aim, now: Date = serverNow()): BadgeProps | null => {
  if ((progressPercentage ?? 0) >= 100) return { tone: 'calm', glyph: 'done', word: 'Done' }
  const left = daysUntil(dueDate, now)
  if (left === null) return null
  if (left < 0) return { tone: 'bad', glyph: 'error', word: `Overdue by ${plural(-left, 'day', 'days')}` }
  if (isWithin(left, dueSoon)) return { tone: 'attention', glyph: 'soon', word: `Due ${inDays(left)}` }
  return { tone: 'calm', glyph: 'idle', word: 'Due later' }
}

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
