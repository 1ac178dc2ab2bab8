import { dayLong } from '../../contract/core/days'
import { endsOf, type Warranty } from '../domain/warranty/warranty'
import { serverNow } from '../lib/api/server-clock'
import { dayOf } from '../ui/format/day'
import { daysUntil } from '../ui/format/days-from-today'

type Label = { row: number; side: 'before' | 'after' }
type Mark = Label & { what: 'start' | 'end' | 'later'; field: string; value: string; at: number }

/** Warranty timeline; positions are percentages of its length. */
export type Line = {
  marks: Mark[]
  /** Covered range; open at the left without a start date. */
  covered: { from: number; to: number }
  /** Range between two end dates that disagree. */
  doubt: { from: number; to: number } | null
  now: number
}

/** Null without an end date. Spans the dates and today. */
export const lineOf = (warranty: Warranty, now: Date = serverNow()): Line | null => {
  const [end, later] = endsOf(warranty)
  if (!end) return null
  const start = dayOf(warranty.warrantyStart)
  const today = end.day.getTime() - (daysUntil(end.value, now) ?? 0) * dayLong
  const days = [end.day, later?.day, start].flatMap((day) => (day ? [day.getTime()] : []))
  // Without a start date, begin one year before the first date.
  const from = Math.min(...days, today) - (start ? 0 : 365 * dayLong)
  const length = Math.max(...days, today) - from || dayLong
  const at = (time: number) => ((time - from) / length) * 100
  const ends = at(end.day.getTime())
  const starts = start ? at(start.getTime()) : 0
  return {
    marks: labelled([
      ...(start
        ? [{ what: 'start' as const, field: 'warrantyStart', value: warranty.warrantyStart ?? '', at: starts }]
        : []),
      { what: 'end' as const, field: end.field, value: end.value, at: ends },
      ...(later
        ? [{ what: 'later' as const, field: later.field, value: later.value, at: at(later.day.getTime()) }]
        : []),
    ]),
    covered: { from: Math.min(starts, ends), to: ends },
    doubt: later ? { from: ends, to: at(later.day.getTime()) } : null,
    now: at(today),
  }
}

/** Label width in percent of the timeline. */
const width = 21

/** Places labels so that none overlap. */
const labelled = (marks: Omit<Mark, keyof Label>[]): Mark[] => {
  const taken: { row: number; from: number; to: number }[] = []
  return marks.map((mark) => {
    const sides: Label['side'][] = mark.what === 'end' ? ['before', 'after'] : ['after', 'before']
    for (let row = 0; ; row++)
      for (const side of sides) {
        const from = side === 'after' ? mark.at : mark.at - width
        const isFree = taken.every((other) => other.row !== row || other.to <= from || other.from >= from + width)
        if (from < 0 || !isFree) continue
        taken.push({ row, from, to: from + width })
        return { ...mark, row, side }
      }
  })
}
