import { earliest, latest } from '../../../../contract/core/days'
import { npsCounts } from '../../../../contract/figures/nps-counts'
import { type Counts, npsCategories, npsResponses } from '../../../../contract/nps'
import { ApiError } from '../../../lib/api/api-error'
import { call, type QueryContext } from '../../../lib/api/client'
import { retryWhenThrottled } from '../../../lib/api/read-all'
import { endOfLocalDay, instantText, startOfLocalDay } from '../../../lib/local-day'
import type { Period } from '../period'
import { countsIn } from '../score'

/** Whose responses; omitted means all. */
type ResponseFilter = { surveyId?: string; companyId?: string }

/** Days or moments, both ends included; without an end all that is beyond it. */
type Span = Partial<Period>

export type Sample = ResponseFilter & Span

/** A day as the user has it; a date-time is one moment. */
const startOf = (from: string | undefined) => {
  if (!from) return earliest
  return from.includes('T') ? Date.parse(from) : startOfLocalDay(from)
}
const endOf = (to: string | undefined) => {
  if (!to) return latest
  return (to.includes('T') ? Date.parse(to) : endOfLocalDay(to)) + 1
}

/** Null unless each span begins where the one before ends. */
export const boundsOf = (spans: Span[]) => {
  const starts = spans.map(({ dateFrom }) => startOf(dateFrom))
  const ends = spans.map(({ dateTo }) => endOf(dateTo))
  const areJoined = starts.every((start, at) => (ends[at] as number) > start && (at === 0 || start === ends[at - 1]))
  if (!areJoined) return null
  return [...starts, ends.at(-1) as number].map(instantText).join(',')
}

/** Another server may answer in any way what it lacks. */
const isRefusal = (error: unknown) =>
  error instanceof ApiError && error.status < 500 && ![0, 401, 429].includes(error.status)

/** Null if the server refuses it. Lists have the same figures. */
const orNone = <T>(counted: Promise<T>) =>
  counted.catch((error) => {
    if (isRefusal(error)) return null
    throw error
  })

/** From list totals, which every server has. */
export const countInLists = async (sample: Record<string, string>, context: QueryContext): Promise<Counts> => {
  const totals = await Promise.all(
    npsCategories.map(async (category) => {
      const query = { ...sample, category, limit: '1' }
      const read = () => call(npsResponses.list, { query }, context)
      return [category, (await retryWhenThrottled(read, context.signal)).pagination.totalCount] as const
    }),
  )
  return Object.fromEntries(totals) as Counts
}

/** In spans, each of which begins where the one before ends; null if the server can’t. */
export const countSpans = async (
  filter: ResponseFilter,
  spans: Span[],
  context: QueryContext,
): Promise<Counts[] | null> => {
  const bounds = boundsOf(spans)
  const found = bounds ? await orNone(call(npsCounts.spans, { query: { ...filter, bounds } }, context)) : null
  const counts = found?.data.flatMap((span) => countsIn(span) ?? [])
  return counts?.length === spans.length ? counts : null
}

export const countResponses = async (sample: Sample, context: QueryContext) => {
  const { dateFrom: _from, dateTo: _to, ...filter } = sample
  const [counts] = (await countSpans(filter, [sample], context)) ?? []
  return counts ?? countInLists(sample, context)
}

/** Of every company in two spans, the second right after the first; null if the server can’t. */
export const readCountsByCompany = async (past: Span, span: Span, context: QueryContext) => {
  const bounds = boundsOf([past, span])
  const found = bounds ? await orNone(call(npsCounts.companies, { query: { bounds } }, context)) : null
  return (
    found?.data.flatMap(({ companyId, companyName, companyStatus, spans }) => {
      const [before, counts] = spans?.map(countsIn) ?? []
      return companyId && before && counts
        ? { companyId, companyName: companyName || companyId, companyStatus, before, counts }
        : []
    }) ?? null
  )
}
