import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import { type FilterKey, type ItemOf, type ListEndpoint, type QueryOf, type SortKey, sortOf } from '../../contract/kit'
import type { Caller } from '../keys'
import type { Context } from '../kit/implement'
import { type Json, joinJson } from '../kit/json'
import type { Table } from './table'
import { containsPattern } from './text'

type Sql = RawBuilder<unknown>

/** What a list is made of beyond its table: an SQL expression per sort key and a condition per filter. None can be forgotten. */
export type ListPlan<E extends ListEndpoint> = {
  sorts: { [K in SortKey<E>]: string }
  filters: { [K in FilterKey<E>]: (value: NonNullable<QueryOf<E>[K & keyof QueryOf<E>]>) => Sql | null }
  /** What a caller may see of the list at all. */
  visible?: (caller: Caller) => Sql
}

/** One page of a list and its exact total, read in one statement so that the two agree. */
export const listOf =
  <E extends ListEndpoint>(endpoint: E, table: Table<ItemOf<E> & { id: string }>, plan: ListPlan<E>) =>
  async (
    { sql: executor, caller }: Pick<Context, 'sql' | 'caller'>,
    input: { query: QueryOf<E> },
  ): Promise<Json<z.output<E['response']>>> => {
    const query = input.query as { page: number; limit: number } & Record<string, unknown>
    const filters = conditionsOf(plan.filters as Record<string, (value: never) => Sql | null>, query)
    const conditions = plan.visible ? [plan.visible(caller), ...filters] : filters
    const where = conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``
    const { key, descending } = sortOf(endpoint, query)
    const order = sql.raw(`${plan.sorts[key as SortKey<E>]} ${descending ? 'desc' : 'asc'} nulls last, t.id`)
    const source = sql.raw(table.source)

    const { rows } = await sql<{ total: string; data: string }>`
      select
        (select count(*) from ${source} ${where}) as total,
        (select '[' || coalesce(string_agg(row_to_json(page)::text, ','), '') || ']' from (
          select ${sql.raw(table.fields)} from ${source} ${where}
          order by ${order} limit ${query.limit} offset ${String((BigInt(query.page) - 1n) * BigInt(query.limit))}::bigint
        ) page) as data`.execute(executor)
    const row = rows[0]
    if (!row) throw new Error('A list answered without its row.')
    return joinJson({ data: row.data, pagination: JSON.stringify(paginationOf(query, Number(row.total))) })
  }

const conditionsOf = (filters: Record<string, (value: never) => Sql | null>, query: Record<string, unknown>) =>
  Object.entries(filters).flatMap(([key, condition]) => {
    const value = query[key]
    const made = value === undefined ? null : condition(value as never)
    return made ? [made] : []
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
