import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { npsIntervals, npsResponses } from '../../../contract/nps'
import type { Sample } from '../../domain/nps/counts/read-counts'
import { type Interval, lastDays, lengthOf, type Period, periodBefore } from '../../domain/nps/period'
import { pastPeriods } from '../../domain/period-presets'
import { reversedRange } from '../../lib/api/query-string'
import { serverNow } from '../../lib/api/server-clock'
import { localDayIn } from '../../lib/local-day'
import type { Preset } from '../../list/filters/date-range'
import { applyChanges, type Changes, searchNow } from '../../list/query/list-query'
import { readPageParams } from '../../list/query/page-params'

const usual = '90'

export const periodsOf = (now?: Date): Preset[] => [...pastPeriods(now), { key: 'all', name: 'All time' }]

const understood = [
  'surveyId',
  'companyId',
  'category',
  'followUpRequired',
  'followUpState',
  'dateFrom',
  'dateTo',
  'page',
  'limit',
]

/**
 * URL state of the review: list filters under their API names, `period` (the name of one, or `all`; default 90) unless
 * dates are given, and `by` for the trend interval.
 */
export const readReview = (search: URLSearchParams, now: Date = serverNow()) => {
  const periods = periodsOf(now)
  const own = { period: periods.map(({ key }) => key), by: npsIntervals }
  const { sent: all, ignored } = readPageParams(npsResponses.list, search, understood, own)
  const { period = usual, by, ...sent } = all
  const { dateFrom, dateTo } = sent
  const choice = dateFrom || dateTo ? 'dates' : period
  const named = periods.find(({ key }) => key === choice)
  const [from, to] = named ? [named.from, named.to] : [dateFrom, dateTo]
  const dates: Partial<Period> = { ...(from && { dateFrom: from }), ...(to && { dateTo: to }) }
  const today = lastDays(1, now).dateTo
  const end = localDayIn(to) ?? today
  const isAhead = end > today
  const isSoFar = isAhead && (localDayIn(from) ?? '') <= today
  /** As many days as have passed, so that as many are compared with them. */
  const passed = isSoFar ? { ...dates, dateTo: today } : dates
  const who = { ...paramIfSet(sent, 'surveyId'), ...paramIfSet(sent, 'companyId') }
  const followUp = { ...paramIfSet(sent, 'followUpRequired'), ...paramIfSet(sent, 'followUpState') }
  return {
    /** List filters from the URL. */
    sent,
    choice,
    dates,
    /** Whether some of its days are still to come. */
    isSoFar,
    /** Set if the dates are the wrong way round. */
    reversed: reversedRange(npsResponses.list, sent),
    /** Filters for the score; category and follow-up filter only the list. */
    sample: { ...who, ...passed } as Sample,
    /** `sample` with the list’s follow-up filters, for the counts on the tabs; null without them. */
    followUpSample: Object.keys(followUp).length > 0 ? { ...who, ...passed, ...followUp } : null,
    /** The preceding period of equal length, if this one has both dates. */
    past: pastOf(passed),
    /** Where the trend ends: not in the future, where there are no responses. */
    until: isAhead ? today : end,
    by: (by as Interval | undefined) ?? usualStep(dates),
    ignored,
  }
}

/** Link to the review with the table’s filters, as far as the review supports them. */
export const reviewOf = (sent: Record<string, string>) => {
  const kept = Object.entries(sent).filter(([key]) => understood.includes(key) && key !== 'page' && key !== 'limit')
  const query = new URLSearchParams(kept)
  if (!query.has('dateFrom') && !query.has('dateTo')) query.set('period', 'all')
  return `/nps/review?${query}`
}

const paramIfSet = (sent: Record<string, string>, key: string): Record<string, string> =>
  sent[key] ? { [key]: sent[key] } : {}

const whole = ({ dateFrom, dateTo }: Partial<Period>): Period | null => {
  const [from, to] = [localDayIn(dateFrom), localDayIn(dateTo)]
  return from && to && from <= to ? { dateFrom: from, dateTo: to } : null
}

const pastOf = (dates: Partial<Period>) => {
  const period = whole(dates)
  return period && periodBefore(period)
}

/** Trend interval that suits the length of the period. */
const usualStep = (dates: Partial<Period>): Interval => {
  const period = whole(dates)
  if (!period) return 'quarter'
  return lengthOf(period) <= 60 ? 'week' : lengthOf(period) <= 180 ? 'month' : 'quarter'
}

export const useReview = () => {
  const [search] = useSearchParams()
  const { hash } = useLocation()
  const navigate = useNavigate()
  const review = readReview(search)
  // Two changes may happen before the next page is rendered.
  const sentNow = () => readReview(searchNow()).sent
  const change = ({ period, by, ...changes }: Changes & { period?: string; by?: string }) => {
    const now = searchNow()
    const next = new URLSearchParams(applyChanges(npsResponses.list, readReview(now).sent, changes))
    const set = (key: string, value: string | null | undefined) => value && next.set(key, value)
    if (!next.has('dateFrom') && !next.has('dateTo')) set('period', period ?? now.get('period'))
    if (next.get('period') === usual) next.delete('period')
    set('by', by ?? now.get('by'))
    // The current response stays so among other answers, but not when their page is turned.
    const isTurned = Object.keys(changes).join() === 'page'
    navigate({ search: `${next}`, hash: isTurned ? '' : hash }, { preventScrollReset: true })
  }
  return { ...review, sentNow, change }
}

export type Review = ReturnType<typeof useReview>

/** Of the filters of the review those that a page beside it has; the others are ignored, and named. */
export const readSubpageParams = (review: Omit<Review, 'change' | 'sentNow'>, keys: string[]) => {
  const { unknown, wrong } = review.ignored
  const others = Object.entries(review.sent).filter(([key]) => ![...keys, 'dateFrom', 'dateTo'].includes(key))
  const today = lastDays(1).dateTo
  const { dateFrom, dateTo } = review.dates
  const period = { dateFrom: localDayIn(dateFrom) ?? earliest, dateTo: localDayIn(dateTo) ?? today }
  return {
    period,
    /** Whether it begins after today, so that nothing can be in it yet. */
    isAhead: period.dateFrom > today,
    companyId: review.sent.companyId,
    ignored: { unknown: [...unknown, ...others.map((one) => one.join('='))], wrong },
  }
}

const earliest = '2000-01-01'

/** Labels for the notice about a reversed range. */
export const dayLabels = { dateFrom: { label: 'From' }, dateTo: { label: 'Until' } }
