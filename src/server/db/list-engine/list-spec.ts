import { type RawBuilder, sql } from 'kysely'
import type { Read } from '../postgres/replicas'
import type { Table } from '../table'
import { isChangeSince, loggedRows, type State, type Versions } from '../table-versions'
import type { Condition } from './conditions'
import type { ListCache } from './list-cache'

export type Sql = RawBuilder<unknown>

/** One page of a list. `key` identifies its conditions: equal keys have equal conditions. */
export type ListSpec = {
  table: Pick<Table<never>, 'name' | 'source' | 'fields' | 'columns' | 'tables'>
  conditions: Condition[]
  key: string
  sort: string
  descending: boolean
  offset: number
  limit: number
}

export type ListContext = { read: Read; cache: ListCache; versions: Versions }

/** The cache key of its count. */
export const countKey = ({ table, key }: Pick<ListSpec, 'table' | 'key'>) => `${table.name} ${key}`

/* Parts of SQL statements about a list; `t` is a row of its table. */

export const source = ({ table }: Pick<ListSpec, 'table'>) => sql.raw(table.name)

export const where = (...conditions: Sql[]) =>
  conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

export const matching = ({ conditions }: ListSpec) => conditions.map(({ matches }) => matches)

export const direction = ({ descending }: ListSpec) => sql.raw(descending ? 'desc' : 'asc')

/** The logged changes for which a condition on `c` holds and that match, as rows `t` with a sign each. */
export const changesWhere = (spec: ListSpec, isChange: Sql, ...more: Sql[]) => sql`
  from ${loggedRows(spec.table.name)}
  ${where(isChange, ...matching(spec), ...more)}`

export const changedSince = (spec: ListSpec, state: State, ...more: Sql[]) =>
  changesWhere(spec, isChangeSince(state), ...more)

/** How many more rows match than in a state. */
export const growth = (spec: ListSpec, state: State, ...more: Sql[]) =>
  sql`coalesce((select sum(c.sign) ${changedSince(spec, state, ...more)}), 0)::bigint`
