import { type RawBuilder, sql } from 'kysely'
import { type Executor, serializationFailure } from './database'
import { writer } from './migrations/fence'
import type { Table } from './table'
import { lockSlot, newStateId } from './table-versions'

type Sql = RawBuilder<unknown>

/** What is known of the rows: that they are new, or the record as this transaction has locked it. */
type State = 'new' | 'locked' | 'unknown'

/**
 * Writes whole records; an existing id is replaced. `known` says that the records are new, or gives the locked one;
 * both save a statement.
 */
export const writeRecords = async <R extends { id: string }>(
  executor: Executor,
  table: Table<R>,
  records: readonly R[],
  known: 'new' | 'unknown' | R = 'unknown',
) => {
  if (records.length === 0) return
  const state = typeof known === 'string' ? known : 'locked'
  await trackedWrite(executor, table, { size: records.length, state, ...upsert(table, records) })
  await table.afterWrite(executor, records, typeof known === 'string' ? undefined : known)
}

/** Writes records and reads what they replace. A row that was there has been locked by the write, which its `xmax` says. */
export const upsert = <R extends { id: string }>({ name, columns }: Table<R>, records: readonly R[]) => {
  const ids = records.map(({ id }) => id)
  const writable = columns.flatMap((column) => ('value' in column ? [column] : []))
  const rows = records.map((record) => Object.fromEntries(writable.map(({ name, value }) => [name, value(record)])))
  const rowset = sql`json_to_recordset(${JSON.stringify(rows)}::json) as r(${sql.raw(
    writable.map(({ name, type }) => `"${name}" ${type}`).join(', '),
  )})`
  const names = columns.map(({ name }) => `"${name}"`)
  const values = columns.map((column) => ('read' in column ? column.read : `r."${column.name}"`))
  const replaced = names.filter((name) => name !== '"id"').map((name) => `${name} = excluded.${name}`)
  return {
    before: sql`select t.* from ${sql.raw(name)} t where id = any (${ids})`,
    change: sql`
      insert into ${sql.raw(name)} as t (${sql.raw(names.join(', '))}) select ${sql.raw(values.join(', '))} from ${rowset}
      on conflict (id) do update set ${sql.raw(replaced.join(', '))} returning t.*, t.xmax <> 0 as is_replaced`,
  }
}

/** Larger writes are not logged row by row; caches count again. */
const maxLoggedChanges = 100
/** The least number of logged changes that `raise_list_slot` keeps of a slot. */
const minRetained = 500

/** How many rows a write changes, those rows as they are, unless all are new, and the statement that returns them as they will be. */
type Change = { size: number; state: State; before?: Sql; change: Sql }

/**
 * Changes rows of a table that lists are made of: raises the version of a slot, keeps its number of rows, and tells what each
 * row was and is. Where others may write the same rows, those are locked first, so that `before` is what the change will find.
 */
export const trackedWrite = async (
  executor: Executor,
  table: Pick<Table<never>, 'name' | 'columns'>,
  change: Change,
) => {
  const { size, state, before } = change
  const isUnknown = state === 'unknown' && before !== undefined
  const locked = isUnknown ? await lockUnknown(executor, table.name, before) : null
  const replaced = isUnknown ? sql`(select count(*)::int from change where is_replaced)` : sql`null`
  const { rows } = await sql<Raised & { replaced: number | null }>`
    with ${sql.join(trackedSteps(table, change))} select slot, version, ${replaced} as replaced from raised`.execute(
    executor,
  )
  const { slot, version, ...found } = rows[0] as (typeof rows)[number]
  if (found.replaced !== locked) throw new InsertedMeanwhile()
  await trimChangelog(executor, [slot], version, size)
}

/** Resolves to the number of rows that are there. */
const lockUnknown = async (executor: Executor, table: string, before: Sql) => {
  await lockSlot(table, 'unknown rows').execute(executor)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${before} for update of t) t`.execute(executor)
  return rows[0]?.count ?? 0
}

/** Another program inserted a row that the write then replaced without having seen it. The transaction is tried again. */
class InsertedMeanwhile extends Error {
  readonly code = serializationFailure

  constructor() {
    super('Another program inserted the same record at the same time. Try again.')
  }
}

/** The slot that a write has raised, and its version. */
export type Raised = { slot: string; version: string }

/**
 * A tracked write as common table expressions, for a statement that does more than that: `raised` has the slot and its new
 * version, `before` and `change` the rows. `prefix` tells those of two writes in one statement apart.
 */
export const trackedSteps = (table: Pick<Table<never>, 'name' | 'columns'>, o: Change, prefix = ''): Sql[] => {
  const { state, before, change } = o
  const stateId = newStateId()
  const step = (name: string, statement: Sql) => sql`${sql.raw(prefix + name)} as (${statement})`
  return [
    ...(before && state !== 'new' ? [sql`${sql.raw(prefix)}before as materialized (${before})`] : []),
    step('change', change),
    step('raised', raiseSlot(table.name, o, stateId, prefix)),
    ...(isLogged(o)
      ? [step('logged', sql`insert into list_changes ${changelogRows(table, state, stateId, prefix)}`)]
      : []),
  ]
}

const isLogged = ({ size }: Change) => size <= maxLoggedChanges

/**
 * Now and then, because what is below the floor does no harm. The change at the floor is kept: its stamp shows that the state belongs
 * to this history.
 */
export const trimChangelog = async (executor: Executor, slots: string[], version: string, size: number) => {
  const now = Number(version)
  if (Math.floor(now / minRetained) > Math.floor((now - size) / minRetained))
    await sql`
      delete from list_changes c using list_versions v
      where v.name = any (${slots}) and c.name = v.name and c.version < v.floor`.execute(executor)
}

const raiseSlot = (table: string, change: Change, stateId: string, prefix: string) => {
  const { size, state } = change
  const count = (name: string) => sql`(select count(*) from ${sql.raw(prefix + name)})`
  const added = state === 'locked' ? 0 : state === 'new' ? size : sql`${count('change')} - ${count('before')}`
  return sql`
    select slot, version
    from raise_list_slot(${table}, ${size}, ${isLogged(change)}, ${added}, ${stateId}, ${sql.lit(writer)})`
}

const changelogRows = ({ columns }: Pick<Table<never>, 'columns'>, state: State, stateId: string, prefix: string) => {
  const image = sql.raw(
    columns
      .filter(({ inChangelog }) => inChangelog)
      .map((column) => `x."${column.name}"`)
      .join(', '),
  )
  const logged = (sign: number, from: string) => sql`
    select r.slot, r.version, ${sql.lit(sign)}, x.id::text, (select row_to_json(image) from (select ${image}) image),
      ${stateId}
    from ${sql.raw(prefix)}raised r, ${sql.raw(prefix + from)} x`
  return state === 'new' ? logged(1, 'change') : sql`${logged(-1, 'before')} union all ${logged(1, 'change')}`
}
