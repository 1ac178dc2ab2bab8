import { queryOptions, useQueries } from '@tanstack/react-query'
import { dayLong } from '../../../contract/core/days'
import { type FilterKey, type ListEndpoint, type SortKey, sortQuery } from '../../../contract/core/endpoint'
import { devices } from '../../../contract/devices'
import { isOpenGoal } from '../../../contract/figures/goal-status'
import { goals } from '../../../contract/goals'
import { reportSchedules } from '../../../contract/report-schedules'
import { certificates, enrollments } from '../../../contract/training'
import { isMissing } from '../../lib/api/api-error'
import { type ApiResponse, call, type QueryContext } from '../../lib/api/client'
import { readAll, retryWhenThrottled } from '../../lib/api/read-all'
import { useSupportsFilter } from '../../lib/api/scopes'
import { serverNow } from '../../lib/api/server-clock'
import { localDayOf } from '../../lib/local-day'
import { dayFrom, daysUntil } from '../../ui/format/days-from-today'
import { type Client, clientsOf, type Due, firstOf, type Horizon, type Kind, kinds, summarize, type Whole } from './due'
import { readWindow } from './window'

type RowOf<L extends ListEndpoint> = ApiResponse<L>['data'][number]
type Row<L extends ListEndpoint> = RowOf<L> & { id: string }
type Device = RowOf<typeof devices.list>
type Certificate = RowOf<typeof certificates.list>
type Enrollment = RowOf<typeof enrollments.list>
type Goal = RowOf<typeof goals.list>
type Schedule = RowOf<typeof reportSchedules.list>

const size = 100
const most = 2000

/** Days from today, and whether those furthest on come first. */
type Range = { first: number; last: number; descending: boolean }

/** What is ahead and what is past are read apart, each from today on, so that neither leaves no room for the other. */
const rangesOf = (days: number): Record<keyof Whole, Range> => ({
  ahead: { first: 0, last: days - 1, descending: false },
  past: { first: -days, last: -1, descending: true },
})

const timeOf = (value: string | null | undefined) => {
  const time = Date.parse(value ?? '')
  return Number.isNaN(time) ? null : time
}

type Window<L extends ListEndpoint> = {
  query: Record<string, string>
  /** What our own server can filter by besides, given the first and the last day. */
  added: (first: string, last: string) => { [K in FilterKey<L>]?: string }
  key: SortKey<L>
  dateOf: (row: RowOf<L>) => string | null | undefined
  days: number
  /** Whether our own server may count what is past, because its filters leave out all that isn’t due. */
  isPastCounted: boolean
}

/** Rows by a date around today. Where the server can’t filter by it they may be of some days more. */
const windowOf = async <L extends ListEndpoint>(list: L, o: Window<L>, context: QueryContext) => {
  const { ahead, past } = rangesOf(o.days)
  const readPast = o.isPastCounted ? countedRange : rangeOf
  const read = await Promise.all([rangeOf(list, o, ahead, context), readPast(list, o, past, context)]).catch(
    async (error) => {
      if (!isMissing(error)) throw error
      // One after the other, so that a list that the server lacks is requested once.
      return [await searchedRange(list, o, ahead, context), await searchedRange(list, o, past, context)] as const
    },
  )
  const rows = new Map(read.flatMap(({ rows }) => rows).map((row) => [row.id, row]))
  return { rows: [...rows.values()], whole: { ahead: read[0].whole, past: read[1].whole }, past: read[1].count }
}

type RangeOf = <L extends ListEndpoint>(
  list: L,
  window: Window<L>,
  range: Range,
  context: QueryContext,
) => Promise<{ rows: Row<L>[]; whole: boolean; count?: number }>

const queryIn = <L extends ListEndpoint>(
  list: L,
  { query, key, added }: Window<L>,
  { first, last, descending }: Range,
) => ({ ...query, ...sortQuery(list, key, descending), ...added(dayFrom(first), dayFrom(last)) })

const rangeOf: RangeOf = async (list, window, range, context) => {
  const options = { ...context, maxRequests: most / size, isParallel: true }
  const { rows, isWhole } = await readAll<typeof list, Row<typeof list>>(list, queryIn(list, window, range), options)
  return { rows, whole: isWhole }
}

const countedRange: RangeOf = async (list, window, range, context) => {
  const query = { ...queryIn(list, window, range), limit: '1' }
  const read = () => call<ListEndpoint>(list, { query }, context)
  const { pagination } = await retryWhenThrottled(read, context.signal)
  return { rows: [], whole: true, count: pagination.totalCount }
}

const searchedRange: RangeOf = (list, { query, key, dateOf }, { first, last, descending }, context) => {
  const sign = descending ? -1 : 1
  // Wide enough for every time zone; each row’s day is decided later.
  const ends = [first - 2, last + 2].map((day) => sign * (serverNow().getTime() + day * dayLong))
  return readWindow<Row<typeof list>>({
    readPage: async (page) => {
      const sent = { ...query, ...sortQuery(list, key, descending), limit: String(size), page: String(page) }
      const read = () => call<ListEndpoint>(list, { query: sent }, context)
      const { data, pagination } = await retryWhenThrottled(read, context.signal)
      return { rows: data as Row<typeof list>[], total: pagination.totalCount }
    },
    size,
    dateOf: (row) => {
      const time = timeOf(dateOf(row))
      return time && sign * time
    },
    from: Math.min(...ends),
    to: Math.max(...ends),
    most,
  })
}

/** `past` counts what is past where that isn’t among the items. */
type Read = { dues: Due[]; whole: Whole; past?: number | undefined }

type Dated = {
  id: string
  name?: string | null | undefined
  date: string | null | undefined
  companyId?: string | null | undefined
  companyName?: string | null | undefined
}

/** Items within so many days of today, before or after, with their day. */
const dueOf = (kind: Kind, days: number, { id, name, date, companyId, companyName }: Dated): Due[] => {
  const day = daysUntil(date)
  if (!date || day === null || day < -days || day >= days) return []
  return [{ kind, id, name: name || id, date, day, companyId: companyId ?? null, companyName: companyName ?? null }]
}

const titled = (
  course: { title?: string | null } | null | undefined,
  user: { fullName?: string | null } | null | undefined,
) => [course?.title, user?.fullName].filter(Boolean).join(': ')

type Params = {
  days: number
  companyId: string | undefined
  isListed: (due: Due) => boolean
  /** Whether items of the past are listed. */
  isPastListed: boolean
  context: QueryContext
}

/** Certificates name no company; a company’s enrollments name their certificates. */
const certificatesOf = async (companyId: string, context: QueryContext) => {
  const { rows } = await readAll(enrollments.list, { companyId }, context)
  return new Set(rows.map(({ certificateId }) => certificateId))
}

/** Companies by enrollment ID, without those that couldn’t be loaded. */
type Companies = (enrollmentIds: string[], context: QueryContext) => Promise<Map<string, string | null | undefined>>

/** The server renders what is whole: it leaves to the browser what it could read in part. */
const orNothing = (error: unknown) => {
  if (import.meta.env.SSR) throw error
  return null
}

const together: Companies = async (ids, context) => {
  const parts = Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ids.slice(at * size, (at + 1) * size))
  const read = parts.map(async (part) => {
    const query = { ids: part.join(','), limit: String(size) }
    const answer = await call(enrollments.list, { query }, context).catch((error) => {
      if (isMissing(error)) throw error
      return orNothing(error)
    })
    return answer?.data ?? []
  })
  return new Map((await Promise.all(read)).flat().map(({ id, companyId }) => [id, companyId]))
}

const mostAsked = 200

const oneByOne: Companies = async (ids, context) => {
  const read = ids.slice(0, mostAsked).map(async (id) => {
    const answer = await call(enrollments.get, { id }, context).catch(orNothing)
    return [id, answer?.data.companyId] as const
  })
  return new Map(await Promise.all(read))
}

const companiesOf: Companies = (ids, context) =>
  together(ids, context).catch((error) => {
    if (isMissing(error)) return oneByOne(ids, context)
    throw error
  })

/** The earlier one, if there are two. */
const warrantyOf = ({ warrantyEnd, warrantyExpires }: Device) =>
  [warrantyEnd, warrantyExpires].filter((end) => typeof end === 'string').sort()[0]

const readers: Record<Kind, (params: Params) => Promise<Read>> = {
  warranties: async ({ days, companyId, isPastListed, context }) => {
    // Retired devices need no warranty.
    const query = { ...(companyId && { companyId }), inUse: 'true' }
    const added = (warrantyAfter: string, warrantyBefore: string) => ({ warrantyAfter, warrantyBefore })
    const window = {
      query,
      added,
      key: 'warranty_end' as const,
      dateOf: warrantyOf,
      days,
      isPastCounted: !isPastListed,
    }
    const { rows, ...read } = await windowOf(devices.list, window, context)
    return { dues: rows.flatMap((row) => dueOf('warranties', days, { ...row, date: warrantyOf(row) })), ...read }
  },
  certificates: async ({ days, companyId, isListed, isPastListed, context }) => {
    const added = (expiresAfter: string, expiresBefore: string) => ({ expiresAfter, expiresBefore })
    const dateOf = ({ expiresAt }: Certificate) => expiresAt
    const isPastCounted = !isPastListed && !companyId
    const window = { query: {}, added, key: 'expires_at' as const, dateOf, days, isPastCounted }
    const { rows, ...read } = await windowOf(certificates.list, window, context)
    const own = companyId ? await certificatesOf(companyId, context) : null
    const found = rows
      .filter(({ id }) => !own || own.has(id))
      .flatMap(({ id, course, user, expiresAt, enrollmentId }) =>
        dueOf('certificates', days, { id, name: titled(course, user), date: expiresAt, companyId }).map((due) => ({
          due,
          enrollmentId: enrollmentId ?? null,
        })),
      )
    const unknown = found.filter(({ due }) => !due.companyId && isListed(due)).map(({ enrollmentId }) => enrollmentId)
    const companies = await companiesOf([...new Set(unknown.filter((id) => id !== null))], context)
    return {
      dues: found.map(({ due, enrollmentId }) => ({
        ...due,
        companyId: due.companyId ?? (enrollmentId === null ? null : companies.get(enrollmentId)),
      })),
      ...read,
    }
  },
  enrollments: async ({ days, companyId, isPastListed, context }) => {
    const whose: Record<string, string> = companyId ? { companyId } : {}
    const added = (dueAfter: string, dueBefore: string) => ({ dueAfter, dueBefore, isCompleted: 'false' })
    const dateOf = ({ dueDate }: Enrollment) => dueDate
    const window = { query: whose, added, key: 'due_date' as const, dateOf, days, isPastCounted: !isPastListed }
    const { rows, ...read } = await windowOf(enrollments.list, window, context)
    const dues = rows
      .filter(({ completedAt }) => !completedAt)
      .flatMap(({ id, course, user, dueDate, companyId }) =>
        dueOf('enrollments', days, { id, name: titled(course, user), date: dueDate, companyId }),
      )
    return { dues, ...read }
  },
  goals: async ({ days, companyId, isPastListed, context }) => {
    const whose: Record<string, string> = companyId ? { companyId } : {}
    const added = (dueAfter: string, dueBefore: string) => ({ dueAfter, dueBefore, isOpen: 'true' })
    const dateOf = ({ dueDate }: Goal) => dueDate
    const window = { query: whose, added, key: 'due_date' as const, dateOf, days, isPastCounted: !isPastListed }
    const { rows, ...read } = await windowOf(goals.list, window, context)
    const dues = rows.filter(isOpenGoal).flatMap(({ id, title, dueDate, company }) =>
      dueOf('goals', days, {
        id,
        name: title,
        date: dueDate,
        companyId: company?.id,
        companyName: company?.name,
      }),
    )
    return { dues, ...read }
  },
  schedules: async ({ days, companyId, context }) => {
    const whose: Record<string, string> = companyId ? { companyId } : {}
    const added = (nextRunAfter: string, nextRunBefore: string) => ({ nextRunAfter, nextRunBefore })
    const dateOf = ({ nextRunAt }: Schedule) => nextRunAt
    // A run is at an instant, so its day is the user’s, and not the day by which the server filters.
    const window = { query: whose, added, key: 'next_run_at' as const, dateOf, days, isPastCounted: false }
    const { rows, whole } = await windowOf(reportSchedules.list, window, context)
    const dayOfRun = (time: number | null) => (time === null ? null : localDayOf(new Date(time)))
    const dues = rows.flatMap((row) => dueOf('schedules', days, { ...row, date: dayOfRun(timeOf(row.nextRunAt)) }))
    return { dues, whole }
  },
}

const isAhead = ({ day }: Due) => day >= 0

/** Items listed below the timeline. */
const lists = {
  nothing: () => false,
  /** Those shown at first, and how many each company has. */
  first: isAhead,
  ahead: isAhead,
  /** Loaded on request: past items are numerous and mostly handled elsewhere. */
  past: ({ day }: Due) => day < 0,
}

type List = keyof typeof lists

type Options = { of?: readonly Kind[]; companyId?: string | undefined; list?: List }

/** How many items are shown at first. */
export const fewDues = 20

/** What is due of one kind. */
const dueQuery = (kind: Kind, days: Horizon, companyId: string | undefined, list: List) => {
  const keyOf = (list: List) => ['due', kind, days, companyId, list]
  return queryOptions({
    queryKey: keyOf(list),
    // `first`, which every page that lists it reads too, renews it after a write and at midnight.
    ...(list === 'ahead' && { staleTime: 'static' as const }),
    queryFn: async (context: QueryContext) => {
      const isListed = lists[list]
      const isPastListed = list === 'past'
      const { dues, ...read } = await readers[kind]({ days, companyId, isListed, isPastListed, context })
      const all = { outline: summarize(dues, days, read), dues: dues.filter(isListed), clients: [] as Client[] }
      if (list !== 'first') return all
      // Reading `first` reads everything, so `ahead` is kept as well. A page that the server sends leaves it out, to stay small.
      if (!import.meta.env.SSR) context.client?.setQueryData(keyOf('ahead'), all)
      return { ...all, dues: firstOf(all.dues, fewDues), clients: clientsOf(all.dues) }
    },
  })
}

/** The queries of `useDue`, on a server with all additions. */
export const dueQueries = (days: Horizon, { of = kinds, companyId, list = 'nothing' }: Options = {}) =>
  of.map((kind) => dueQuery(kind, days, companyId, list))

/** Items due within the horizon and as far back, one query per kind, so each fails independently. */
export const useDue = (
  days: Horizon,
  { of = kinds, companyId, list = 'nothing', isWanted = true }: Options & { isWanted?: boolean } = {},
) => {
  const hasWarranties = useSupportsFilter(devices.list)('inUse')
  const reads = useQueries({
    queries: of.map((kind) => ({
      ...dueQuery(kind, days, companyId, list),
      enabled: isWanted && (kind !== 'warranties' || hasWarranties),
    })),
  })
  return of.map((kind, index) => {
    const { data, error, refetch } = reads[index] as (typeof reads)[number]
    const isOffered = (kind !== 'warranties' || hasWarranties) && !isMissing(error)
    return { kind, ...data, error, refetch, isOffered }
  })
}

export type Lane = ReturnType<typeof useDue>[number]
