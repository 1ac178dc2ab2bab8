import { serverNow } from '../../lib/api/server-clock'
import { dayOf, dayText } from '../../ui/format/day'
import { daysUntil, inDays, isWithin } from '../../ui/format/days-from-today'
import type { BadgeProps } from '../../ui/status-badge'

/** Warranty dates from the API; two of them give the end and may disagree. */
export type Warranty = {
  warrantyStart?: string | null
  warrantyEnd?: string | null
  warrantyExpires?: string | null
}

const endFields = ['warrantyEnd', 'warrantyExpires'] as const

type End = { field: (typeof endFields)[number]; value: string; day: Date }

/** End dates, earliest first: the earlier one counts. */
export const endsOf = (warranty: Warranty): End[] => {
  const ends = endFields.flatMap((field) => {
    const value = warranty[field]
    const day = dayOf(value)
    return value && day ? [{ field, value, day }] : []
  })
  const [first, second] = ends.sort((a, b) => a.day.getTime() - b.day.getTime())
  if (!first) return []
  return second && second.day > first.day ? [first, second] : [first]
}

export const warrantyEnd = (warranty: Warranty) => endsOf(warranty)[0]?.value ?? null

const soon = 90

/** Coverage by day as of today; the last day counts. */
export const warrantyState = (warranty: Warranty, now: Date = serverNow()): (BadgeProps & { since: string }) | null => {
  const end = warrantyEnd(warranty)
  const left = daysUntil(end, now)
  if (left === null) return null
  const day = dayText(end)
  const far = inDays(left)
  if (left < 0) return { tone: 'bad', glyph: 'gone', word: `Ended ${day}`, since: `Ended ${far}` }
  if (isWithin(left, soon)) return { tone: 'attention', glyph: 'soon', word: `Ends ${day}`, since: `Ends ${far}` }
  return { tone: 'good', glyph: 'done', word: `Until ${day}`, since: `Valid, ends ${far}` }
}

/** Sort order: distance from today, so urgent warranties come first. */
export const warrantyDistance = (warranty: Warranty, now: Date = serverNow()) =>
  Math.abs(daysUntil(warrantyEnd(warranty), now) ?? Number.POSITIVE_INFINITY)
