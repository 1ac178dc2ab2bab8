import type { RawBuilder } from 'kysely'
import type { z } from 'zod/mini'
import {
  type FilterKey,
  type ItemOf,
  type ListEndpoint,
  type QueryOf,
  type SortKey,
  sortOf,
} from '../../contract/core/endpoint'
import { joinJson, type LazyResponse } from '../db/json'
import { condition, type Filter } from '../db/list-engine/conditions'
import { readPage } from '../db/list-engine/page'
import type { TrackedList } from '../db/list-engine/stats-refresher'
import type { Table } from '../db/table'
import { etagOf } from './conditional-requests'
import type { Context } from './implement'
import type { Caller } from './keys'
import { versionedResponse } from './versioned-response'

/**
 * How a list sorts and filters: an SQL expression per sort key, which has the type of its first column, and a condition per
 * filter. The compiler names missing ones.
 */
export type ListDefinition<E extends ListEndpoint> = {
  sorts: { [K in SortKey<E>]: string }
  filters: { [K in FilterKey<E>]: Filter<NonNullable<QueryOf<E>[K & keyof QueryOf<E>]>> }
  /** Restricts the rows to those that the caller may see. */
  visible?: (caller: Caller) => RawBuilder<unknown>
}

/**
 * Handles a list. Its ETag follows from the state of its tables, so it is known before the response is built; a
 * response for the same query and state comes from the cache.
 */
export const listHandler = <E extends ListEndpoint>(
  endpoint: E,
  table: Table<ItemOf<E> & { id: string }>,
  definition: ListDefinition<E>,
) => {
  const schemaVersion = etagOf(JSON.stringify([table.fields, definition.sorts]))
  const answer = async (
    { database, caller, versions, lists }: Pick<Context, 'database' | 'caller' | 'versions' | 'lists'>,
    input: { query: QueryOf<E> },
  ): Promise<LazyResponse<z.output<E['response']>>> => {
    const query = input.query as { page: number; limit: number } & Record<string, unknown>
    const scopes = definition.visible ? caller.scopes : []
    const cacheKey = JSON.stringify([endpoint.path, query, scopes])

    return versionedResponse(
      { versions, lists },
      {
        key: cacheKey,
        tables: table.tables,
        schema: schemaVersion,
        build: async () => {
          const filters = conditionsOf(filtersOf(definition), query)
          const { key: sort, descending } = sortOf(endpoint, query)
          const { data, total, ...found } = await readPage(
            { read: database.read, cache: lists, versions },
            {
              table,
              conditions: [
                ...(definition.visible ? [condition(definition.visible(caller))] : []),
                ...filters.map(({ made }) => made),
              ],
              key: JSON.stringify([filters.map(({ key }) => [key, query[key]]), scopes]),
              sort: definition.sorts[sort as SortKey<E>],
              descending,
              offset: Math.min((query.page - 1) * query.limit, Number.MAX_SAFE_INTEGER),
              limit: query.limit,
            },
          )
          const body = joinJson({ data, pagination: JSON.stringify(paginationOf(query, total)) })
          return { body, versions: found.versions }
        },
      },
    )
  }
  return Object.assign(answer, { trackedLists: trackedListsOf(table, definition) })
}

type Filters = Record<string, Filter<never>>
const filtersOf = (definition: { filters: object }) => definition.filters as Filters

/** The statistics to keep for a list; none if its rows depend on the caller. */
const trackedListsOf = (
  table: Table<never>,
  definition: { sorts: object; filters: object; visible?: unknown },
): TrackedList[] => {
  if (definition.visible) return []
  const columns = Object.values(filtersOf(definition)).flatMap(({ column }) => column ?? [])
  const isSearched = table.columns.some(({ name }) => name === 'search_text')
  return [{ shape: { table, columns, isSearched }, table, sorts: Object.values(definition.sorts) }]
}

const conditionsOf = (filters: Filters, query: Record<string, unknown>) =>
  Object.entries(filters).flatMap(([key, filter]) => {
    const value = query[key]
    const made = value === undefined ? null : filter(value as never)
    return made ? [{ key, made }] : []
  })

export const paginationOf = ({ page, limit }: { page: number; limit: number }, totalCount: number) => {
  const totalPages = Math.ceil(totalCount / limit)
  return {
    page,
    limit,
    totalCount,
    totalPages,
    hasNextPage: page < totalPages,
    hasPrevPage: page > 1 && totalCount > 0,
  }
}
