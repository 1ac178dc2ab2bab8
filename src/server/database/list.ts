import type { RawBuilder } from 'kysely'
import type { z } from 'zod/mini'
import { type FilterKey, type ItemOf, type ListEndpoint, type QueryOf, type SortKey, sortOf } from '../../contract/kit'
import type { Caller } from '../keys'
import { etagOf } from '../kit/conditional'
import type { Context } from '../kit/implement'
import { joinJson, type Kept } from '../kit/json'
import { condition, type Filter } from './conditions'
import type { Kept as KeptList } from './keeper'
import { readPage } from './page'
import type { Table } from './table'
import { stateOf } from './versions'

/** What a list is made of beyond its table: an SQL expression per sort key and a condition per filter. None can be forgotten. */
export type ListPlan<E extends ListEndpoint> = {
  sorts: { [K in SortKey<E>]: string }
  filters: { [K in FilterKey<E>]: Filter<NonNullable<QueryOf<E>[K & keyof QueryOf<E>]>> }
  /** What a caller may see of the list at all. */
  visible?: (caller: Caller) => RawBuilder<unknown>
}

/**
 * A list whose answer's version is known before it is built: it is the state of the tables that it is read from. What was
 * sent for the same question and state is sent again as it is.
 */
export const listOf = <E extends ListEndpoint>(
  endpoint: E,
  table: Table<ItemOf<E> & { id: string }>,
  plan: ListPlan<E>,
) => {
  const program = [table.fields, plan.sorts]
  const answer = async (
    { database, caller, versions, lists }: Pick<Context, 'database' | 'caller' | 'versions' | 'lists'>,
    input: { query: QueryOf<E> },
  ): Promise<Kept<z.output<E['response']>>> => {
    const query = input.query as { page: number; limit: number } & Record<string, unknown>
    const scopes = plan.visible ? caller.scopes : []
    const question = JSON.stringify([endpoint.path, query, scopes])
    const tagOf = (state: string) => etagOf(JSON.stringify([question, state, program]))
    const state = stateOf(versions, table.tables)

    const build = async () => {
      const filters = conditionsOf(filtersOf(plan), query)
      const { key: sort, descending } = sortOf(endpoint, query)
      const { data, total, ...found } = await readPage(
        { read: database.read, memory: lists, versions },
        {
          table,
          conditions: [...(plan.visible ? [condition(plan.visible(caller))] : []), ...filters.map(({ made }) => made)],
          key: JSON.stringify([filters.map(({ key }) => [key, query[key]]), scopes]),
          sort: plan.sorts[sort as SortKey<E>],
          descending,
          offset: Math.min((query.page - 1) * query.limit, Number.MAX_SAFE_INTEGER),
          limit: query.limit,
        },
      )
      const body = joinJson({ data, pagination: JSON.stringify(paginationOf(query, total)) })
      const now = stateOf(found.versions, table.tables)
      const stored = { state: now, etag: tagOf(now), body: new TextEncoder().encode(body) }
      lists.answers.set(question, stored)
      return stored
    }

    const stored = lists.answers.get(question)
    if (stored?.state === state) return { etag: stored.etag, build: async () => stored }
    return { etag: tagOf(state), build: () => lists.once(`${question} ${state}`, build) }
  }
  return Object.assign(answer, { kept: keptOf(table, plan) })
}

type Filters = Record<string, Filter<never>>
const filtersOf = (plan: { filters: object }) => plan.filters as Filters

/** What is worked out of a list before it is asked for; of one that not everybody sees whole, nothing. */
const keptOf = (table: Table<never>, plan: { sorts: object; filters: object; visible?: unknown }): KeptList[] => {
  if (plan.visible) return []
  const columns = Object.values(filtersOf(plan)).flatMap(({ column }) => column ?? [])
  const isSearched = table.columns.some(({ name }) => name === 'search_text')
  return [{ shape: { table, columns, isSearched }, table, sorts: Object.values(plan.sorts) }]
}

const conditionsOf = (filters: Filters, query: Record<string, unknown>) =>
  Object.entries(filters).flatMap(([key, filter]) => {
    const value = query[key]
    const made = value === undefined ? null : filter(value as never)
    return made ? [{ key, made }] : []
  })

const paginationOf = ({ page, limit }: { page: number; limit: number }, totalCount: number) => {
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
