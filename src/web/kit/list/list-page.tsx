import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ColumnDef } from '@tanstack/react-table'
import { type ReactNode, useCallback, useEffect } from 'react'
import { Link } from 'react-router-dom'
import type { Endpoint, ItemOf, ListEndpoint } from '../../../contract/kit'
import { isMissing, query } from '../api'
import { CopyLink } from '../copy'
import { Empty } from '../empty'
import { Failure } from '../failure'
import { formatNumber, plural } from '../format'
import { useKeys } from '../keys'
import type { Lenient } from '../lenient'
import { Page } from '../page'
import { hrefOf, type ReadById, type RecordView } from '../record/view'
import { Glyph } from '../ui/glyph'
import type { features } from './columns'
import { FilterBar, type Filters, Search } from './filters'
import { useListQuery } from './list-query'
import { BoneTable, ListTable, type Row } from './list-table'
import { NarrowSort } from './narrow-sort'
import { Pager } from './pager'
import { usePlace } from './place'

export type RowOf<E extends ListEndpoint> = Lenient<ItemOf<E>> & Row

type Props<G extends ReadById, E extends ListEndpoint> = {
  view: RecordView<G, E>
  // biome-ignore lint/suspicious/noExplicitAny: each column has a value type of its own, which only its cell knows
  columns: ColumnDef<typeof features, RowOf<E>, any>[]
  filters: Filters<E>
  /** What can be done with a row at once, at its end. */
  actions?: (row: RowOf<E>) => ReactNode
  /** Where records of this kind come from, for when there is none. */
  origin: ReactNode
}

export const ListPage = <G extends ReadById, E extends ListEndpoint>({
  view,
  columns,
  filters,
  actions,
  origin,
}: Props<G, E>) => {
  const { list: endpoint, title, area, noun } = view
  const client = useQueryClient()
  const { values, sent, ignored, change, addressOf } = useListQuery(endpoint)
  const list = useQuery({ ...query<ListEndpoint>(endpoint, { query: sent }), placeholderData: keepPreviousData })
  const rows = (list.data?.data ?? []) as RowOf<E>[]
  const total = list.data?.pagination.totalCount ?? 0
  const pages = Math.max(1, Math.ceil(total / values.limit))
  const turn = (to: number) => change({ page: String(to) })
  const place = usePlace(rows.length > 0)

  useEffect(() => {
    if (list.data && !list.isPlaceholderData && values.page < pages)
      client.prefetchQuery(query<ListEndpoint>(endpoint, { query: { ...sent, page: String(values.page + 1) } }))
  }, [client, endpoint, list.data, list.isPlaceholderData, pages, sent, values.page])

  useKeys({
    '/': () => document.getElementById('list-search')?.focus(),
    j: () => place.move(1),
    k: () => place.move(-1),
    '[': () => values.page > 1 && turn(Math.min(values.page - 1, pages)),
    ']': () => values.page < pages && turn(values.page + 1),
  })
  const search = useCallback((text: string | undefined) => change({ search: text }, { replace: true }), [change])
  const approach = (row: Row) => client.prefetchQuery(query<Endpoint>(view.get, { id: row.id } as object))

  const allFilters = filters as Record<string, Filters<E>[keyof Filters<E>]>
  const isFiltered = Object.keys(allFilters).some((key) => key in sent)
  return (
    <Page title={title} {...(area && { crumbs: [{ label: area }] })} fit>
      <div className="page-head">
        <h1>{title}</h1>
        <span className="total" role="status">
          {list.data && (
            <>
              {formatNumber(total)} <span className="visually-hidden">{total === 1 ? noun[0] : noun[1]}</span>
            </>
          )}
        </span>
        <div className="actions">
          <CopyLink small />
        </div>
      </div>
      {Object.entries(allFilters).map(([key, { label, tabs, words }]) =>
        tabs ? (
          <nav key={key} className="tabs" aria-label={label}>
            {[['', 'All'], ...Object.entries(words ?? {})].map(([value, word]) => (
              <Link
                key={value}
                to={addressOf({ [key]: value })}
                aria-current={(sent[key] ?? '') === value ? 'page' : undefined}
              >
                {word}
              </Link>
            ))}
          </nav>
        ) : null,
      )}
      <div className="toolbar">
        {'search' in allFilters && (
          <Search
            label={allFilters.search?.label ?? ''}
            value={sent.search ?? ''}
            onChange={search}
            onEnter={() => place.move(1)}
          />
        )}
        <FilterBar filters={allFilters} sent={sent} change={change} />
        <NarrowSort endpoint={endpoint} columns={columns} values={values} change={change} />
      </div>
      {ignored.length > 0 && (
        <p className="notice" data-tone="attention">
          <Glyph name="pending" />
          <span>
            This list does not understand <b>{ignored.join(', ')}</b> in its address, so it left that out.
          </span>
        </p>
      )}
      {list.isRefetchError && list.data && (
        <p className="notice" data-tone="bad" role="alert">
          <Glyph name="error" />
          <span>
            <b>These {noun[1]} could not be refreshed,</b> so they may be out of date. {list.error.message}
          </span>
        </p>
      )}
      <div className="list-and-panel">
        <div className="list">
          <div className="scroll" ref={place.ref}>
            {list.isFetching && list.data && list.isPlaceholderData && <div className="reading" aria-hidden="true" />}
            {endpoint.addition && isMissing(list.error) && !list.data ? (
              <Empty title={`This server cannot list ${noun[1]}`}>
                It keeps to the specification, which has no <b>GET {endpoint.path}</b>.
              </Empty>
            ) : list.isError && !list.data ? (
              <Failure error={list.error} what={`The ${noun[1]}`} onRetry={() => list.refetch()} />
            ) : !list.data ? (
              <BoneTable heads={columns.map(({ header }) => String(header))} />
            ) : rows.length > 0 ? (
              <ListTable
                endpoint={endpoint}
                caption={`${title}: ${plural(total, noun[0], noun[1])}`}
                columns={columns}
                rows={rows}
                values={values}
                addressOf={addressOf}
                busy={list.isPlaceholderData}
                rowHref={(row) => hrefOf(view, row)}
                onApproach={approach}
                actions={actions}
              />
            ) : total > 0 ? (
              <Empty
                title={`There is no page ${formatNumber(values.page)}`}
                actions={
                  <Link className="button" to={addressOf({ page: String(pages) })}>
                    Go to the last page
                  </Link>
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
            )}
          </div>
          {list.data && <Pager endpoint={endpoint} values={values} total={total} shown={rows.length} change={change} />}
        </div>
      </div>
    </Page>
  )
}

type NothingProps = {
  filters: Record<string, { label: string; words?: Record<string, string> }>
  sent: Record<string, string>
  noun: [string, string]
  addressOf: (changes: Record<string, string | undefined>) => string
}

/** Never "no results" without the reason; each filter can go by itself. */
const NothingMatches = ({ filters, sent, noun, addressOf }: NothingProps) => {
  const set = Object.entries(filters).filter(([key]) => key in sent)
  const none = Object.fromEntries(set.map(([key]) => [key, undefined]))
  return (
    <Empty
      title={`No ${noun[1]} match`}
      actions={
        <>
          {set.length > 1 &&
            set.map(([key, { label }]) => (
              <Link key={key} className="button" data-kind="bare" to={addressOf({ [key]: undefined })}>
                Remove {label.toLowerCase()}
              </Link>
            ))}
          <Link className="button" to={addressOf(none)}>
            {set.length > 1 ? 'Clear all' : 'Clear'}
          </Link>
        </>
      }
    >
      {set.map(([key, { label, words }], index) => (
        <span key={key}>
          {index > 0 && ', and '}
          {index === 0 ? label : label.toLowerCase()} {key === 'search' ? 'contains' : 'is'}{' '}
          <b>“{words?.[sent[key] ?? ''] ?? sent[key]}”</b>
        </span>
      ))}
      .
    </Empty>
  )
}
