import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { ItemOf, ListEndpoint } from '../../contract/core/endpoint'
import { isMissing } from '../lib/api/api-error'
import { query } from '../lib/api/client'
import type { Lenient } from '../lib/api/lenient'
import { reversedRange } from '../lib/api/query-string'
import { useLacksScope, useOfferedList } from '../lib/api/scopes'
import { onIdle } from '../lib/browser/on-idle'
import { useHash } from '../lib/hydration'
import { useShortcuts } from '../lib/shortcuts'
import { safeDecode } from '../lib/text/safe-decode'
import { readId } from '../record/by-id/read-id'
import { EditIconLink } from '../record/edit-link'
import { hrefOf, nameOf, type ReadById, type RecordOf, type RecordType, recordQuery } from '../record/record-type'
import { ButtonLink, IconLink } from '../ui/button'
import { CopyIconButton } from '../ui/copy-button'
import { Notice } from '../ui/facts/details'
import { formatNumber, plural } from '../ui/format/format'
import { lazyComponent } from '../ui/lazy-component'
import { Page } from '../ui/page/page'
import { EmptyState } from '../ui/states/empty-state'
import { ErrorState } from '../ui/states/error-state'
import { LoadingBar } from '../ui/states/loading-bar'
import type { Column } from './columns/columns'
import type { Filter, Filters } from './filters/filters'
import { ReversedRange } from './filters/reversed-range'
import { ListHead } from './list-head'
import * as styles from './list-page.module.css'
import { Pager } from './pager'
import { applyChanges, type Changes, useListQuery } from './query/list-query'
import type { BulkAction } from './selection/bulk'
import { ListTable, TableSkeleton } from './table/list-table'
import type { Listed } from './table/table-row'
import { useListCursor } from './table/use-list-cursor'
import { useListTable } from './table/use-list-table'
import { Toolbar } from './toolbar/toolbar'
import { type PresetView, ViewTabs } from './views/view-tabs'

const Panel = lazyComponent(async () => (await import('../record/panel')).Panel)
const OpenById = lazyComponent(async () => (await import('../record/by-id/open-by-id')).OpenById)
const NothingMatches = lazyComponent(async () => (await import('./filters/nothing-matches')).NothingMatches)
const IgnoredParams = lazyComponent(async () => (await import('../ui/page/ignored-params')).IgnoredParams)
const SelectionBar = lazyComponent(async () => (await import('./selection/selection-bar')).SelectionBar)
const ExportDialog = lazyComponent(async () => (await import('./export/export-dialog')).ExportDialog)

export type RowOf<E extends ListEndpoint> = Lenient<ItemOf<E>> & Listed

type Props<G extends ReadById, E extends ListEndpoint> = {
  recordType: RecordType<G, E>
  columns: Column<RowOf<E>>[]
  filters: Filters<E>
  /** Actions in the panel, besides editing. */
  panelActions?: (record: RecordOf<G>) => ReactNode
  /** Bulk actions, besides export and copying IDs. */
  bulk?: BulkAction<RowOf<E>>[]
  /** Link to a page about the selected rows. */
  selectedLink?: (rows: RowOf<E>[]) => { label: string; href: string } | null
  /** Views that come with the list, as tabs. */
  presets?: () => PresetView[]
  /** Link to another view of the same records, keeping the filters. */
  headLink?: (sent: Record<string, string>) => ReactNode
  /** Empty-state text: where such records are created. */
  origin: ReactNode
  /** Shown above the first page of the whole list. */
  above?: ReactNode
  /** True while `above` loads: the rows wait for it. */
  awaitsAbove?: boolean
  /** Shown above every page of it. */
  notice?: ReactNode
  /** In place of a field to open a record by ID, where the server lacks the list. */
  withoutServer?: ReactNode
}

const noRows: never[] = []

export const ListPage = <G extends ReadById, E extends ListEndpoint>({
  recordType,
  columns,
  filters,
  panelActions,
  bulk = [],
  selectedLink,
  presets,
  headLink,
  origin,
  above,
  awaitsAbove,
  notice,
  withoutServer,
}: Props<G, E>) => {
  type R = RowOf<E>
  const { write, title, area, noun } = recordType
  const endpoint = useOfferedList(recordType.list)
  const client = useQueryClient()
  const address = useListQuery(endpoint)
  const { values, sent, ignored, change, turnBy, addressOf } = address
  const lacksScope = useLacksScope()
  const canEdit = write && !lacksScope(write)
  const reversed = reversedRange(endpoint, sent)
  const list = useQuery({
    ...query<ListEndpoint>(endpoint, { query: sent }),
    ...(reversed ? { enabled: false } : { placeholderData: keepPreviousData }),
  })
  const total = list.data?.pagination.totalCount ?? 0
  const isWaiting = !list.data || (list.isPlaceholderData && list.data.data.length === 0)
  // An empty list says nothing about the one that is loading.
  const hasTotal = !isWaiting || total > 0
  const pages = Math.max(1, Math.ceil(total / values.limit))
  const [exporting, setExporting] = useState<'all' | 'selected' | null>(null)

  const allFilters = useMemo(
    () =>
      Object.fromEntries(
        Object.entries(filters as Record<string, Filter>).filter(([key]) => Object.hasOwn(endpoint.query.shape, key)),
      ),
    [filters, endpoint],
  )
  const isFiltered = Object.keys(allFilters).some((key) => key in sent)
  const hasAbove = !isFiltered && values.page === 1
  const tabs = Object.entries(allFilters).find(([, filter]) => filter.tabs)
  const filtersSent = Object.fromEntries(Object.entries(sent).filter(([key]) => key in allFilters))
  const rows = (list.data?.data ?? noRows) as R[]
  const isHeld = isWaiting || (hasAbove && awaitsAbove)
  const place = useListCursor(rows.length > 0 && !list.isPlaceholderData && !isHeld)
  const listTable = useListTable({
    path: recordType.path,
    columns,
    rows,
    total,
    scope: JSON.stringify(filtersSent),
    isStale: list.isPlaceholderData,
  })
  const { table, columnState, selection } = listTable
  // Stays when the selection is gone: its dialog shows the results of writes that empty the list.
  const [hasSelected, setHasSelected] = useState(false)
  if (selection.count > 0 && !hasSelected) setHasSelected(true)
  const unfilteredTotal = useQuery({
    ...query<ListEndpoint>(endpoint, { query: { limit: '1' } }),
    enabled: isFiltered && list.isSuccess,
    select: ({ pagination }) => pagination.totalCount,
  })

  const { search } = useLocation()
  const navigate = useNavigate()
  const hashed = useHash().slice(1)
  const current = hashed ? readId(recordType.get, safeDecode(hashed) ?? hashed) : null
  const open = (id: string | null) => {
    if (id === null) place.focus(current)
    return navigate(
      { search, hash: id === null ? '' : encodeURIComponent(id) },
      { replace: current !== null, preventScrollReset: true },
    )
  }
  const openRow = (row: R) => (row.id === current ? navigate(hrefOf(recordType, row)) : open(row.id))
  const step = (by: 1 | -1) => {
    const id = place.move(by, current)
    if (current !== null && id) open(id)
  }

  const prefetchRows = useCallback(
    (changes: Changes) =>
      void client.prefetchQuery(query<ListEndpoint>(endpoint, { query: applyChanges(endpoint, sent, changes) })),
    [client, endpoint, sent],
  )
  useEffect(() => {
    if (list.data && !list.isPlaceholderData && values.page < pages) prefetchRows({ page: String(values.page + 1) })
  }, [prefetchRows, list.data, list.isPlaceholderData, pages, values.page])

  // Before the pointer comes to a row, when there is nothing else to do.
  useEffect(() => onIdle(Panel.preload, SelectionBar.preload, NothingMatches.preload), [])

  useShortcuts({
    '/': () => document.getElementById('list-search')?.focus(),
    j: () => step(1),
    k: () => step(-1),
    x: () => {
      const id = place.focused() ?? current
      const row = table.getRowModel().rows.find((row) => row.id === id)
      // Same as the row’s checkbox, so a range can start here.
      row?.getToggleSelectedHandler()({ target: { checked: !row.getIsSelected() } })
    },
    '[': () => turnBy(-1, pages),
    ']': () => turnBy(1, pages),
    escape: () => (current !== null ? open(null) : selection.clear()),
  })
  const approach = (row: Listed) => {
    void client.prefetchQuery(recordQuery(recordType.get, row.id))
  }
  const named = (row: Listed) => nameOf(recordType, row)

  const content = () => {
    // The notice above says why.
    if (reversed) return null
    if (endpoint.addition && isMissing(list.error) && !list.data)
      return withoutServer ?? <OpenById recordType={recordType} />
    if (list.isError && !list.data)
      return <ErrorState error={list.error} what={`The ${noun[1]}`} onRetry={() => list.refetch()} />
    if (isHeld) return <TableSkeleton endpoint={endpoint} listTable={listTable} />
    if (rows.length > 0)
      return (
        <ListTable
          address={address}
          caption={`${title}: ${plural(total, noun[0], noun[1])}`}
          listTable={listTable}
          prefetchRows={prefetchRows}
          busy={list.isPlaceholderData}
          nameOf={named}
          current={current}
          onOpen={openRow}
          onApproach={approach}
          actions={(row) => (
            <>
              {canEdit && <EditIconLink recordType={recordType} record={row} name={named(row)} />}
              <CopyIconButton text={row.id} what="ID" />
              <IconLink
                icon="arrow-up-right"
                label={`Open ${named(row)}`}
                tip="Open page"
                href={hrefOf(recordType, row)}
              />
            </>
          )}
        />
      )
    if (total > 0)
      return (
        <EmptyState
          title={`Page ${formatNumber(values.page)} doesn’t exist`}
          actions={<ButtonLink href={addressOf({ page: String(pages) })}>Go to the last page</ButtonLink>}
        >
          The last page is {formatNumber(pages)}.
        </EmptyState>
      )
    const nothing = `No ${noun[1]} match`
    if (isFiltered)
      return (
        <NothingMatches
          address={address}
          filters={allFilters}
          title={nothing}
          fallback={<EmptyState title={nothing} />}
        />
      )
    return (
      <EmptyState title={`No ${noun[1]} yet`} found>
        {origin}
      </EmptyState>
    )
  }

  return (
    <Page title={title} crumbs={area ? [{ label: area }] : []} fit>
      <ListHead
        recordType={recordType}
        total={hasTotal ? total : undefined}
        unfilteredTotal={isFiltered || list.isPlaceholderData ? unfilteredTotal.data : undefined}
        sent={sent}
        headLink={headLink}
        onExport={setExporting}
      />
      <ViewTabs
        address={address}
        path={recordType.path}
        all={`All ${noun[1]}`}
        tabs={tabs && { key: tabs[0], words: tabs[1].words ?? {} }}
        presets={presets}
      />
      <Toolbar
        address={address}
        filters={allFilters}
        columns={columns}
        table={table}
        columnState={columnState}
        move={place.move}
      />
      {hasAbove && above}
      {notice}
      {reversed && <ReversedRange range={reversed} filters={allFilters} sent={sent} change={change} />}
      <IgnoredParams {...ignored} />
      {list.isRefetchError && list.data && (
        <Notice bad>
          <b>These {noun[1]} couldn’t be refreshed,</b> so they may be out of date. {list.error.message}
        </Notice>
      )}
      <div className={styles.listAndPanel}>
        <div className={styles.list}>
          <div className={styles.scroll} data-scroll ref={place.scroll}>
            {list.isFetching && list.data && list.isPlaceholderData && <LoadingBar />}
            {content()}
          </div>
          {hasTotal && <Pager address={address} total={total} shown={rows.length} from={list.data?.pagination} />}
          {hasSelected && (
            <SelectionBar
              address={address}
              selection={selection}
              total={total}
              recordType={recordType}
              actions={bulk}
              link={selectedLink}
              onExport={() => setExporting('selected')}
              onGone={() => place.move(0, selection.last)}
            />
          )}
        </div>
        {current !== null && (
          <Panel
            recordType={recordType}
            id={current}
            rows={rows}
            isStale={list.isPlaceholderData}
            values={values}
            total={total}
            onStep={step}
            onOpen={open}
            actions={panelActions}
          />
        )}
      </div>
      {exporting && (
        <ExportDialog
          address={address}
          recordType={recordType}
          table={table}
          selection={exporting === 'selected' ? selection : null}
          total={total}
          onClose={() => setExporting(null)}
        />
      )}
    </Page>
  )
}
