import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import { type FilterKey, type ItemOf, type ListEndpoint, type QueryOf, type SortKey, sortOf } from '../../contract/kit'
import type { Caller } from '../keys'
import { etagOf } from '../kit/conditional'
import type { Context } from '../kit/implement'
import { joinJson, type Kept } from '../kit/json'
import { readPage } from './page'
import type { Table } from './table'
import { containsPattern } from './text'
import { stateOf } from './versions'

type Sql = RawBuilder<unknown>

/** What a list is made of beyond its table: an SQL expression per sort key and a condition per filter. None can be forgotten. */
export type ListPlan<E extends ListEndpoint> = {
  sorts: { [K in SortKey<E>]: string }
  filters: { [K in FilterKey<E>]: (value: NonNullable<QueryOf<E>[K & keyof QueryOf<E>]>) => Sql | null }
  /** What a caller may see of the list at all. */
  visible?: (caller: Caller) => Sql
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
  return async (
    { database, caller, versions, lists }: Pick<Context, 'database' | 'caller' | 'versions' | 'lists'>,
    input: { query: QueryOf<E> },
  ): Promise<Kept<z.output<E['response']>>> => {
    const query = input.query as { page: number; limit: number } & Record<string, unknown>
    const scopes = plan.visible ? caller.scopes : []
    const question = JSON.stringify([endpoint.path, query, scopes])
    const tagOf = (state: string) => etagOf(JSON.stringify([question, state, program]))
    const state = stateOf(versions, table.tables)

    const build = async () => {
      const filters = conditionsOf(plan.filters as Record<string, (value: never) => Sql | null>, query)
      const { key: sort, descending } = sortOf(endpoint, query)
      const { data, total, ...found } = await readPage(
        { read: database.read, memory: lists, versions },
        {
          table,
          conditions: [...(plan.visible ? [plan.visible(caller)] : []), ...filters.map(({ condition }) => condition)],
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
}

const conditionsOf = (filters: Record<string, (value: never) => Sql | null>, query: Record<string, unknown>) =>
  Object.entries(filters).flatMap(([key, condition]) => {
    const value = query[key]
    const made = value === undefined ? null : condition(value as never)
    return made ? [{ key, condition: made }] : []
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

/* The conditions that most filters are. Columns are named in our own code, values travel as parameters. */

export const equals = (column: string) => (value: string | number | boolean) => sql`${sql.raw(column)} = ${value}`

/** For ids that are kept as text, which is the same id in capitals; the database itself compares those of type uuid so. */
export const equalsId = (column: string) => (id: string) => sql`${sql.raw(column)} = ${id.toLowerCase()}`

/** Contains the whole text, ignoring case; empty text is no search. */
export const contains =
  (column = 't.search_text') =>
  (value: string) =>
    value === '' ? null : sql`${sql.raw(column)} like ${containsPattern(value)}`

/** Both ends are inclusive, and a plain date is its whole day in UTC. */
export const notBefore = (column: string) => (value: string) => sql`${sql.raw(column)} >= ${new Date(value)}`
export const notAfter = (column: string) => (value: string) =>
  value.includes('T')
    ? sql`${sql.raw(column)} <= ${new Date(value)}`
    : sql`${sql.raw(column)} < ${new Date(Date.parse(value) + 24 * 60 * 60 * 1000)}`
