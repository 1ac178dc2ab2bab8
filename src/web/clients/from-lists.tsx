import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { companies } from '../../contract/companies'
import type { QueryOf } from '../../contract/core/endpoint'
import { type ListEndpoint, sortOf } from '../../contract/core/endpoint'
import { largestPage } from '../../contract/core/list-query'
import type { Figures } from '../../contract/figures/client-comparison'
import { compare, inOrder, matching, peersOf } from '../../contract/figures/client-comparison'
import { type Figure, figures } from '../../contract/figures/client-figures'
import { clientOverview } from '../../contract/figures/client-overview'
import { npsResponses } from '../../contract/nps'
import { reports } from '../../contract/reports'
import { companyUsers } from '../../contract/users'
import { figureLabels } from '../domain/client-health/labels'
import { isRefused } from '../lib/api/api-error'
import { call } from '../lib/api/client'
import { readAll } from '../lib/api/read-all'
import { serverNow } from '../lib/api/server-clock'
import { calculatedFrom, Incomplete, LoadingProgress, mostRequests } from '../list/calculated'
import { Pager } from '../list/pager'
import { useListQuery } from '../list/query/list-query'
import { ListTable } from '../list/table/list-table'
import { useListTable } from '../list/table/use-list-table'
import { useWork } from '../list/use-work'
import { nameOf } from '../record/record-type'
import { Button } from '../ui/button'
import { Notice } from '../ui/facts/details'
import { formatNumber, plural } from '../ui/format/format'
import { EmptyState } from '../ui/states/empty-state'
import { ErrorState } from '../ui/states/error-state'
import { Loading } from '../ui/states/loading'
import { columnsFor, linkedTo } from './columns'
import {
  countedFrom,
  earliestDay,
  figuresOfList,
  foundIn,
  type ListName,
  type Lists,
  listNames,
  planOf,
  type Totals,
} from './figures/counted'
import { limitsOf } from './figures/limits'
import type { Client } from './figures/sentences'

const { list } = clientOverview

const sources = (
  today: string,
): Record<ListName, { list: ListEndpoint; query: Record<string, string>; noun: string }> => ({
  companies: { list: companies.list, query: {}, noun: 'companies' },
  responses: { list: npsResponses.list, query: { dateFrom: `${earliestDay(today)}T00:00:00.000Z` }, noun: 'responses' },
  waiting: { list: npsResponses.list, query: { followUpRequired: 'true' }, noun: 'responses that need a reply' },
  reports: { list: reports.list, query: { status: 'published' }, noun: 'published reports' },
  people: { list: companyUsers.list, query: { status: 'active' }, noun: 'active people' },
})

/** The lists that were read to the end, for figures of a part would be wrong, and the pages that were read. */
type Read = { lists: Partial<Record<ListName, unknown[]>>; done: number; isWhole: boolean }

/** The part of the table that a server without it has the data for, calculated from its lists when someone asks for it. */
export const FromLists = () => {
  const today = serverNow().toISOString().slice(0, 10)
  const known = sources(today)
  const totals = useQuery({
    queryKey: [list.path, 'totals', today],
    queryFn: async (context) => {
      const counted = await Promise.all(
        listNames.map(async (name) => {
          const query = { ...known[name].query, limit: '1' }
          const [total, refusal] = await call(known[name].list, { query }, context).then(
            ({ pagination }) => [pagination.totalCount, null],
            (error) => {
              if (isRefused(error)) return [null, error.message]
              throw error
            },
          )
          return { name, total, refusal }
        }),
      )
      const refused = counted.filter(({ refusal }) => refusal !== null)
      return { totals: Object.fromEntries(counted.map(({ name, total }) => [name, total])) as Totals, refused }
    },
  })
  const sizes = Object.fromEntries(listNames.map((name) => [name, largestPage(known[name].list)])) as Record<
    ListName,
    number
  >
  const pagesOf = (lists: Read['lists']) =>
    listNames.reduce((sum, name) => sum + Math.ceil((lists[name]?.length ?? 0) / sizes[name]), 0)
  const plan = totals.data && planOf(totals.data.totals, sizes)
  const {
    value: read,
    isReading,
    error,
    stop,
    goOn,
  } = useWork<Read>(
    [list.path, 'from lists', today],
    plan
      ? async ({ kept, onProgress, ...context }) => {
          let lists = kept && !kept.isWhole ? kept.lists : {}
          const tell = (pages = 0) => onProgress({ lists, done: pagesOf(lists) + pages, isWhole: false })
          tell()
          for (const name of plan.read.filter((one) => !lists[one])) {
            let pages = 0
            const { rows } = await readAll(known[name].list, known[name].query, {
              ...context,
              onProgress: () => tell(++pages),
            })
            lists = { ...lists, [name]: rows }
            tell()
          }
          return { lists, done: pagesOf(lists), isWhole: true }
        }
      : null,
    { onRequest: true },
  )

  if (totals.error && !totals.data)
    return <ErrorState error={totals.error} what="The lists" onRetry={() => totals.refetch()} />
  if (!totals.data || !plan) return <Loading lines={8} />
  const { totals: rows, refused } = totals.data
  if (rows.companies === null)
    return (
      <EmptyState title="This server can’t list companies">
        Without them this page has nothing to show. {refused.find(({ name }) => name === 'companies')?.refusal}
      </EmptyState>
    )
  const shown = figures.filter((figure) => plan.read.some((name) => figuresOfList[name].includes(figure)))
  const labels = (some: readonly Figure[]) => some.map((figure) => figureLabels[figure].label.toLowerCase()).join(', ')
  const missing = figures.filter((figure) => !listNames.some((name) => figuresOfList[name].includes(figure)))
  const withheld = refused.map(
    ({ name, refusal }) =>
      `Left out: ${labels(figuresOfList[name])}, because the ${known[name].noun} can’t be read: ${refusal} `,
  )
  const isRead = (figure: Figure) => listNames.some((name) => read?.lists[name] && figuresOfList[name].includes(figure))
  const lists = read?.lists.companies ? (read.lists as unknown as Lists) : null
  return (
    <>
      <Notice>
        <b>This server can’t compare clients.</b>{' '}
        {shown.length > 0 && `This page can calculate ${labels(shown)} from the server’s lists. `}
        {plan.skipped.map(
          ({ name, requests }) =>
            `Reading the ${known[name].noun} takes ${formatNumber(requests)} requests, more than the ${formatNumber(mostRequests)} in all that this page sends. `,
        )}
        {withheld}The server doesn’t provide the data for {labels(missing)}.
      </Notice>
      {error && (
        <Notice bad>
          <b>The lists couldn’t be read to the end.</b> {error.message}
        </Notice>
      )}
      {lists && !read?.isWhole && !isReading && (
        <Incomplete>
          {calculatedFrom(
            listNames.flatMap((name) => {
              const [own, of] = [read?.lists[name], rows[name]]
              return own && of !== null ? [{ read: own.length, of, noun: known[name].noun }] : []
            }),
          )}{' '}
          Left out: {labels(shown.filter((figure) => !isRead(figure)))}.
        </Incomplete>
      )}
      {isReading && <LoadingProgress done={read?.done ?? 0} of={plan.requests} noun="pages" onCancel={stop} />}
      {plan.read.length > 0 && !isReading && (
        <p>
          <Button kind={read?.isWhole ? undefined : 'primary'} onClick={goOn}>
            Calculate {read?.isWhole && 'again '}with{' '}
            {plural(plan.requests - (read && !read.isWhole ? pagesOf(read.lists) : 0), 'request', 'requests')}
          </Button>
        </p>
      )}
      {lists && <Counted lists={lists} shown={shown.filter(isRead)} today={today} />}
    </>
  )
}

const nothing = () => {}

type CountedProps = { lists: Lists; shown: readonly Figure[]; today: string }

/** The same table, sorted, filtered and paged here. */
const Counted = ({ lists, shown, today }: CountedProps) => {
  const address = useListQuery(list)
  const query = address.values as unknown as QueryOf<typeof list>
  const counted = useMemo(() => countedFrom(lists, today), [lists, today])
  const left = shown.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `left` stands for the figures shown
  const columns = useMemo(() => columnsFor(shown, linkedTo('/companies')), [left])
  const { rows, total } = useMemo(() => {
    const thresholds = limitsOf(query.thresholds)
    const searched = foundIn(lists, query.search ?? '')
    const named = counted.filter(({ id }) => searched.has(id))
    const { key, descending } = sortOf(list, query)
    const nameKey = ({ name }: Figures) => name.toLowerCase()
    const found = inOrder(matching(named, query, thresholds), { key, descending, thresholds, nameKey })
    const first = (query.page - 1) * query.limit
    const page = found.slice(first, first + query.limit)
    return { rows: compare(page, peersOf(counted, query.peers), thresholds) as Client[], total: found.length }
  }, [lists, counted, query])
  const listTable = useListTable({
    ...{ path: '/clients', columns, rows, total },
    scope: JSON.stringify(address.sent),
  })
  if (rows.length === 0) return <EmptyState title="No matching clients">Remove a filter to see more.</EmptyState>
  return (
    <>
      <ListTable
        address={address}
        caption={`Clients: ${formatNumber(total)}`}
        listTable={listTable}
        prefetchRows={nothing}
        busy={false}
        nameOf={(row) => nameOf(linkedTo('/companies'), row)}
        current={null}
        onOpen={nothing}
        onApproach={nothing}
        actions={() => null}
      />
      <Pager address={address} total={total} shown={rows.length} />
    </>
  )
}
