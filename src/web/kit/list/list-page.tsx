import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { Endpoint, ItemOf, ListEndpoint } from '../../../contract/kit'
import { useAddress } from '../address'
import { isMissing, query } from '../api'
import { CopyIcon } from '../copy'
import { decoded } from '../decoded'
import { Empty } from '../empty'
import { Failure } from '../failure'
import { formatNumber, plural } from '../format'
import { useKeys } from '../keys'
import type { Lenient } from '../lenient'
import { Page } from '../page'
import { part } from '../part'
import { Notice } from '../record/parts'
import { hrefOf, nameOf, type ReadById, type RecordOf, type RecordView } from '../record/view'
import { useOffers } from '../scopes'
import { Icon } from '../ui/icon'
import type { BulkAction } from './bulk'
import type { Column } from './columns'
import type { Filter, Filters } from './filters'
import { Later } from './later'
import { ListHead } from './list-head'
import { type Changes, changed, useListQuery } from './list-query'
import { BoneTable, ListTable } from './list-table'
import { NothingMatches } from './nothing-matches'
import { Pager } from './pager'
import { KeptPlace, usePlace } from './place'
import { useSelection } from './selection'
import { SelectionBar } from './selection-bar'
import type { Listed } from './table-row'
import { Toolbar } from './toolbar'
import { useColumns } from './use-columns'
import { ViewTabs } from './view-tabs'

const PanelPart = part(async () => (await import('../record/panel')).Panel)
const Panel = PanelPart as unknown as typeof import('../record/panel').Panel
const OpenById = part(async () => (await import('../record/open-by-id')).OpenById)
const LeftOut = part(async () => (await import('../left-out')).LeftOut)
const ExportDialog = part(
  async () => (await import('./export-dialog')).ExportDialog,
) as typeof import('./export-dialog').ExportDialog

export type RowOf<E extends ListEndpoint> = Lenient<ItemOf<E>> & Listed

type Props<G extends ReadById, E extends ListEndpoint> = {
  view: RecordView<G, E>
  columns: Column<RowOf<E>>[]
  filters: Filters<E>
  /** What can be done with a row at once, beside what every row has. */
  actions?: (row: RowOf<E>) => ReactNode
  /** The same in the panel, as buttons with words. */
  panelActions?: (record: RecordOf<G>) => ReactNode
  /** What can be done with many rows at once, beside exporting them and copying their IDs. */
  bulk?: BulkAction<RowOf<E>>[]
  /** Another way to look at the same records: a link that takes the filters along. */
  also?: (sent: Record<string, string>) => ReactNode
  /** Where records of this kind come from, for when there is none. */
  origin: ReactNode
}

const noActions: never[] = []

export const ListPage = <G extends ReadById, E extends ListEndpoint>({
  view,
  columns: given,
  filters,
  actions,
  panelActions,
  bulk = noActions,
  also,
  origin,
}: Props<G, E>) => {
  type R = RowOf<E>
  const { list: endpoint, title, area, noun } = view
  const client = useQueryClient()
  const { values, sent, ignored, change, addressOf } = useListQuery(endpoint)
  const list = useQuery({ ...query<ListEndpoint>(endpoint, { query: sent }), placeholderData: keepPreviousData })
  const rows = (list.data?.data ?? []) as R[]
  const total = list.data?.pagination.totalCount ?? 0
  const pages = Math.max(1, Math.ceil(total / values.limit))
  const turn = (to: number) => change({ page: String(to) })
  const place = usePlace()
  const columns = useColumns(view.path, given)
  const [exporting, setExporting] = useState<'all' | 'selected' | null>(null)

  const offers = useOffers(endpoint)
  const allFilters = useMemo(
    () => Object.fromEntries(Object.entries(filters as Record<string, Filter>).filter(([key]) => offers(key))),
    [filters, offers],
  )
  const isFiltered = Object.keys(allFilters).some((key) => key in sent)
  const tabs = Object.entries(allFilters).find(([, filter]) => filter.tabs)
  const filtersSent = Object.fromEntries(Object.entries(sent).filter(([key]) => key in allFilters))
  const selection = useSelection<R>(JSON.stringify(filtersSent))
  const inAll = useQuery({
    ...query<ListEndpoint>(endpoint, { query: { limit: '1' } }),
    enabled: isFiltered && list.isSuccess,
    select: ({ pagination }) => pagination.totalCount,
  })

  const hash = useAddress(({ hash }) => hash)
  const search = useAddress(({ search }) => search)
  const navigate = useNavigate()
  const hashed = hash.slice(1)
  const current = hashed ? (decoded(hashed) ?? hashed) : null
  const at = rows.findIndex(({ id }) => id === current)
  // Rows that are there for a moment longer act on what is asked for by now.
  const asked = useRef({ opened: current, search })
  asked.current = { opened: current, search }
  const open = (id: string | null) => {
    const { opened, search } = asked.current
    navigate(
      { search, hash: id === null ? '' : encodeURIComponent(id) },
      { replace: opened !== null, preventScrollReset: true },
    )
  }
  const openRow = (row: R) => (row.id === asked.current.opened ? navigate(hrefOf(view, row)) : open(row.id))
  const step = (by: 1 | -1) => {
    const id = place.move(by, current)
    if (current !== null && id) open(id)
  }

  const askAhead = useCallback(
    (changes: Changes) =>
      void client.prefetchQuery(query<ListEndpoint>(endpoint, { query: changed(endpoint, sent, changes) })),
    [client, endpoint, sent],
  )
  useEffect(() => {
    if (!list.data || list.isPlaceholderData || values.page >= pages) return
    // An effect of a click comes before the picture that the click waits for.
    const later = setTimeout(askAhead, 0, { page: String(values.page + 1) })
    return () => clearTimeout(later)
  }, [askAhead, list.data, list.isPlaceholderData, pages, values.page])

  useKeys({
    '/': () => document.getElementById('list-search')?.focus(),
    j: () => step(1),
    k: () => step(-1),
    x: () => {
      const row = rows.find(({ id }) => id === (place.focused() ?? current))
      if (row) selection.toggle(row)
    },
    '[': () => values.page > 1 && turn(Math.min(values.page - 1, pages)),
    ']': () => values.page < pages && turn(values.page + 1),
    escape: () => (current !== null ? open(null) : selection.clear()),
  })
  const approach = (row: Listed) => {
    void PanelPart.prepare()
    void client.prefetchQuery(query<Endpoint>(view.get, { id: row.id } as object))
  }
  const named = (row: Listed) => nameOf(view, row)

  const content =
    endpoint.addition && isMissing(list.error) && !list.data ? (
      <OpenById view={view} />
    ) : list.isError && !list.data ? (
      <Failure error={list.error} what={`The ${noun[1]}`} onRetry={() => list.refetch()} />
    ) : !list.data ? (
      <BoneTable endpoint={endpoint} columns={columns} />
    ) : rows.length > 0 ? (
      <ListTable
        endpoint={endpoint}
        caption={`${title}: ${plural(total, noun[0], noun[1])}`}
        columns={columns}
        rows={rows}
        values={values}
        addressOf={addressOf}
        askAhead={askAhead}
        busy={list.isPlaceholderData}
        nameOf={named}
        selection={selection}
        current={current}
        onOpen={openRow}
        onApproach={approach}
        actions={(row) => (
          <>
            {actions?.(row)}
            <CopyIcon text={row.id} what="ID" />
            <a className="icon-button" href={hrefOf(view, row)} title="Open page" aria-label={`Open ${named(row)}`}>
              <Icon name="arrow-up-right" />
            </a>
          </>
        )}
      />
    ) : total > 0 ? (
      <Empty
        title={`There is no page ${formatNumber(values.page)}`}
        actions={
          <a className="button" href={addressOf({ page: String(pages) })}>
            Go to the last page
          </a>
        }
      >
        The {noun[1]} end on page {formatNumber(pages)}.
      </Empty>
    ) : isFiltered ? (
      <NothingMatches filters={allFilters} sent={sent} noun={noun} addressOf={addressOf} />
    ) : (
      <Empty title={`No ${noun[1]} yet`} found>
        {origin}
      </Empty>
    )

  return (
    <Page title={title} {...(area && { crumbs: [{ label: area }] })} fit>
      <ListHead
        view={view}
        total={list.data && total}
        inAll={isFiltered ? inAll.data : undefined}
        sent={sent}
        also={also}
        onExport={setExporting}
      />
      <ViewTabs
        path={view.path}
        all={`All ${noun[1]}`}
        tabs={tabs && { key: tabs[0], words: tabs[1].words ?? {} }}
        sent={sent}
      />
      <Toolbar
        endpoint={endpoint}
        filters={allFilters}
        given={given}
        columns={columns}
        values={values}
        sent={sent}
        change={change}
        move={place.move}
      />
      {ignored.length > 0 && <LeftOut what="list" parts={ignored} />}
      {list.isRefetchError && list.data && (
        <Notice bad>
          <b>These {noun[1]} could not be refreshed,</b> so they may be out of date. {list.error.message}
        </Notice>
      )}
      <div className="list-and-panel">
        <div className="list">
          <div className="scroll" ref={place.scroll}>
            {list.isFetching && list.data && list.isPlaceholderData && <div className="reading" aria-hidden="true" />}
            {/* What was asked for shows at once where it was asked; the rows, which take longest to draw, follow. */}
            <Later rows={rows.length}>
              {content}
              <KeptPlace arrival={place.arrival} hasRows={rows.length > 0} />
            </Later>
          </div>
          {list.data && <Pager endpoint={endpoint} values={values} total={total} shown={rows.length} change={change} />}
          <SelectionBar
            endpoint={endpoint}
            sent={sent}
            selection={selection}
            total={total}
            noun={noun}
            nameOf={named}
            actions={bulk}
            onExport={() => setExporting('selected')}
            onGone={() => place.move(0, selection.last())}
          />
        </div>
        {current !== null && (
          <Panel
            view={view}
            id={current}
            place={at === -1 ? null : { at: (values.page - 1) * values.limit + at + 1, of: total }}
            onStep={step}
            onClose={() => open(null)}
            actions={panelActions}
          />
        )}
      </div>
      {exporting && (
        <ExportDialog
          endpoint={endpoint}
          sent={sent}
          title={title}
          noun={noun}
          columns={columns.shown}
          count={exporting === 'all' ? total : selection.count(total)}
          keep={exporting === 'all' ? (all) => all : selection.of}
          rows={exporting === 'selected' ? (selection.picked() ?? undefined) : undefined}
          onClose={() => setExporting(null)}
        />
      )}
    </Page>
  )
}
