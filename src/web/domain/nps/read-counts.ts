import { npsCounts } from '../../../contract/figures/nps-counts'
import { type Counts, npsCategories, npsResponses } from '../../../contract/nps'
import { call, type QueryContext } from '../../lib/api/client'
import { endOfLocalDay, startOfLocalDay } from '../../lib/local-day'
import { orNull } from '../read-parts'
import type { Period } from './period'
import { countsIn } from './score'

/** Whose responses; omitted means all. */
export type Whose = { surveyId?: string; companyId?: string }

/** Whole days where the user is; without an end all that is beyond it. */
type Span = Partial<Period>

const [earliest, latest] = [Date.parse('0001-01-01'), Date.parse('9999-12-31T23:59:59.999Z')]

/** Null unless each span begins where the one before ends. */
const boundsOf = (spans: Span[]) => {
  const starts = spans.map(({ dateFrom }) => (dateFrom ? startOfLocalDay(dateFrom) : earliest))
  const ends = spans.map(({ dateTo }) => (dateTo ? endOfLocalDay(dateTo) + 1 : latest))
  const areJoined = starts.every((start, at) => (ends[at] as number) > start && (at === 0 || start === ends[at - 1]))
  if (!areJoined) return null
  return [...starts, ends.at(-1) as number]
    .map((at) => new Date(Math.min(Math.max(at, earliest), latest)).toISOString())
    .join(',')
}

/** From list totals, which every server has. */
export const countInLists = async (sample: Record<string, string>, context: QueryContext): Promise<Counts> => {
  const totals = await Promise.all(
    npsCategories.map(async (category) => {
      const { pagination } = await call(npsResponses.list, { query: { ...sample, category, limit: '1' } }, context)
      return [category, pagination.totalCount] as const
    }),
  )
  return Object.fromEntries(totals) as Counts
}

/** Responses in spans, each of which begins where the one before ends: in one request of our own server. */
export const countSpans = async (whose: Whose, spans: Span[], context: QueryContext): Promise<Counts[]> => {
  const bounds = boundsOf(spans)
  const found = bounds ? await orNull(call(npsCounts.spans, { query: { ...whose, bounds } }, context)) : null
  const counts = found?.data.flatMap((span) => countsIn(span) ?? [])
  if (counts?.length === spans.length) return counts
  return Promise.all(spans.map((span) => countInLists({ ...whose, ...span }, context)))
}

export const countResponses = async ({ dateFrom, dateTo, ...whose }: Whose & Span, context: QueryContext) => {
  const span = { ...(dateFrom && { dateFrom }), ...(dateTo && { dateTo }) }
  return (await countSpans(whose, [span], context))[0] as Counts
}

/** Of every company in two spans, the second right after the first; null if the server can’t. */
export const countByCompany = async (past: Span, span: Span, context: QueryContext) => {
  const bounds = boundsOf([past, span])
  const found = bounds ? await orNull(call(npsCounts.companies, { query: { bounds } }, context)) : null
  return (
    found?.data.flatMap(({ companyId, companyName, spans }) => {
      const [before, counts] = spans?.map(countsIn) ?? []
      return companyId && before && counts ? { companyId, companyName: companyName || companyId, before, counts } : []
    }) ?? null
  )
}
