import { useSearchParams } from 'react-router-dom'
import { npsIntervals, npsResponses } from '../../../contract/nps'
import { type Interval, lastDays, lengthOf, type Period, periodBefore } from '../../domain/nps/period'
import type { Sample } from '../../domain/nps/queries'
import { serverNow } from '../../lib/api/server-clock'
import { applyChanges, type Changes } from '../../list/list-query'
import { readPageParams } from '../../list/page-params'

export const periods = { '30': 'Last 30 days', '90': 'Last 90 days', '180': 'Last 180 days', '365': 'Last 365 days' }
const usual = '90'

const understood = ['surveyId', 'companyId', 'category', 'followUpRequired', 'dateFrom', 'dateTo', 'page', 'limit']

/**
 * The review's address: filters of the list in the API's own words, `period` (so many days back, or `all`; 90 days unless
 * said) where no date is given, and `by` for the steps of the trend.
 */
export const readReview = (search: URLSearchParams, now: Date = serverNow()) => {
  const own = { period: [...Object.keys(periods), 'all'], by: npsIntervals }
  const { sent: all, ignored } = readPageParams(npsResponses.list, search, understood, own)
  const { period = usual, by, ...sent } = all
  const { dateFrom, dateTo } = sent
  const choice = dateFrom || dateTo ? 'dates' : period
  const dates: Partial<Period> =
    choice === 'dates'
      ? { ...(dateFrom && { dateFrom }), ...(dateTo && { dateTo }) }
      : choice === 'all'
        ? {}
        : lastDays(Number(choice), now)
  const until = plainDay(dates.dateTo) ?? lastDays(1, now).dateTo
  return {
    /** What the list is narrowed by, as it stands in the address. */
    sent,
    choice,
    dates,
    /** Whose answers the score is of: category and follow-up narrow only the list beneath it. */
    sample: { ...pick(sent, 'surveyId'), ...pick(sent, 'companyId'), ...dates } as Sample,
    /** The time before, as long as this one, where this one has two ends. */
    past: pastOf(dates),
    until,
    by: (by as Interval | undefined) ?? usualStep(dates),
    ignored,
  }
}

/** The review of what a table shows, as far as a review can be narrowed in the same way. */
export const reviewOf = (sent: Record<string, string>) => {
  const kept = Object.entries(sent).filter(([key]) => understood.includes(key) && key !== 'page' && key !== 'limit')
  const query = new URLSearchParams(kept)
  if (!query.has('dateFrom') && !query.has('dateTo')) query.set('period', 'all')
  return `/nps/review?${query}`
}

const pick = (sent: Record<string, string>, key: string) => (sent[key] ? { [key]: sent[key] } : {})

/** A moment of another form than a plain day counts as its day. */
const plainDay = (moment: string | undefined) =>
  moment && !Number.isNaN(Date.parse(moment)) ? new Date(moment).toISOString().slice(0, 10) : undefined

const whole = ({ dateFrom, dateTo }: Partial<Period>): Period | null => {
  const [from, to] = [plainDay(dateFrom), plainDay(dateTo)]
  return from && to && from <= to ? { dateFrom: from, dateTo: to } : null
}

const pastOf = (dates: Partial<Period>) => {
  const period = whole(dates)
  return period && periodBefore(period)
}

/** Steps that make a line of the time that is looked at. */
const usualStep = (dates: Partial<Period>): Interval => {
  const period = whole(dates)
  if (!period) return 'quarter'
  return lengthOf(period) <= 60 ? 'week' : lengthOf(period) <= 180 ? 'month' : 'quarter'
}

export const useReview = () => {
  const [search, setSearch] = useSearchParams()
  const review = readReview(search)
  const change = ({ period, by, ...changes }: Changes & { period?: string; by?: string }) => {
    const next = new URLSearchParams(applyChanges(npsResponses.list, review.sent, changes))
    const set = (key: string, value: string | null | undefined) => value && next.set(key, value)
    if (!next.has('dateFrom') && !next.has('dateTo')) set('period', period ?? search.get('period'))
    if (next.get('period') === usual) next.delete('period')
    set('by', by ?? search.get('by'))
    setSearch(next, { preventScrollReset: true })
  }
  return { ...review, change }
}
