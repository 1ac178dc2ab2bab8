import { type RawBuilder, sql } from 'kysely'
import type { Read } from '../replicas'
import type { Table } from '../table'
import type { Versions } from '../table-versions'
import type { Condition } from './conditions'
import type { ListCache } from './list-cache'

export type Sql = RawBuilder<unknown>

/** A part of a list. `key` names its conditions: equal keys have equal conditions. */
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

/** Under which its count is kept. */
export const countKey = ({ table, key }: Pick<ListSpec, 'table' | 'key'>) => `${table.name} ${key}`

/* What statements about a list are made of; `t` is a row of its table. */

export const source = ({ table }: Pick<ListSpec, 'table'>) => sql.raw(table.name)

export const where = (...conditions: Sql[]) =>
  conditions.length ? sql`where ${sql.join(conditions, sql` and `)}` : sql``

export const matching = ({ conditions }: ListSpec) => conditions.map(({ matches }) => matches)

export const direction = ({ descending }: ListSpec) => sql.raw(descending ? 'desc' : 'asc')

/** What was written since a version, as rows `t` with the sign of each. */
export const changedSince = (spec: ListSpec, version: number, ...more: Sql[]) => sql`
  from list_changes c cross join lateral json_populate_record(null::${source(spec)}, c.row) t
  ${where(sql`c.name = ${spec.table.name}`, sql`c.version > ${version}::bigint`, ...matching(spec), ...more)}`

/** By how many the rows that match have become more since a version. */
export const growth = (spec: ListSpec, version: number, ...more: Sql[]) =>
  sql`coalesce((select sum(c.sign) ${changedSince(spec, version, ...more)}), 0)::bigint`
