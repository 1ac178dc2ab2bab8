import { sql } from 'kysely'
import type { Logger } from 'pino'
import { type Pace, startLoop } from './background'
import type { Database, Executor } from './database'
import type { ListCache } from './list-engine/list-cache'
import { whyReadOnly } from './read-only'
import { findRecord } from './repository'
import { staleRecords } from './stale-records'
import type { Table } from './table'
import { tableOfSlot } from './table-versions'
import { createTriggers, resetTracking } from './tracking'
import { writeRecords } from './write'

/** What was wrong with a table and has been repaired. */
export type Repair = { table: string; sentence: string }

type Writing = Pick<Database, 'sql' | 'transaction'>
type Options = {
  /** Tables of records; the others have no derived columns. */
  tables: readonly Table<never>[]
  /** Also finds changes that bypassed the triggers, as with `session_replication_role = replica`. */
  isThorough?: boolean
  only?: (name: string) => boolean
  pace?: Pace
}

/**
 * Compares each table's stored row count and derived sort and search columns with its rows, and repairs differences.
 */
export const checkTables = async (
  database: Writing,
  { tables, isThorough = false, only = () => true, pace = async () => {} }: Options,
): Promise<Repair[]> => {
  const repairs: Repair[] = []
  const { rows } = await sql<{ name: string }>`
    select distinct ${tableOfSlot} as name from list_versions order by 1`.execute(database.sql)
  const names = new Set([...rows, ...tables].map(({ name }) => name))
  const states = new Map<string, TableState>()
  for (const name of [...names].filter(only)) {
    await pace()
    const found = await inspect(database, name)
    states.set(name, found)
    const sentence = differenceOf(found)
    if (sentence) repairs.push({ table: name, sentence })
    if (isThorough || isWrong(found)) await startAnew(database, name, found)
  }
  const isChanged = [...states.values()].some(mayBeStale)
  for (const table of tables) {
    const found = states.get(table.name)
    if (!found || !(isThorough || mayBeStale(found) || (isChanged && readsOthers(table)))) continue
    const count = await rederive(database, table, pace)
    const records = count === 1 ? '1 record was' : `${count} records were`
    if (count > 0) repairs.push({ table: table.name, sentence: `${records} sorted or searched by outdated values.` })
  }
  for (const [name, { outside }] of states)
    if (outside > 0)
      await sql`
        update list_versions set outside_changes = outside_changes - ${outside}::bigint where name = ${name}`.execute(
        database.sql,
      )
  return repairs
}

/**
 * `stored` is the stored row count, null if there is none; `outside` counts statements of other programs; `triggers`
 * counts active triggers.
 */
type TableState = { stored: number | null; actual: number; outside: number; triggers: number }

const allTriggers = 4

/** In one statement, so that all counts are of one snapshot. */
const inspect = (database: Writing, name: string): Promise<TableState> =>
  database.transaction(async (executor) => {
    await sql`set local statement_timeout = 0`.execute(executor)
    const { rows } = await sql<TableState>`
      select (select count(*)::float8 from ${sql.table(name)}) as actual, sum(rows)::float8 as stored,
        coalesce(sum(outside_changes), 0)::float8 as outside, (
          select count(*)::int from pg_trigger
          where tgrelid = ${name}::regclass and tgname like 'note_list_%' and tgenabled in ('O', 'A')) as triggers
      from list_versions where ${tableOfSlot} = ${name}`.execute(executor)
    return rows[0] as TableState
  })

const isWrong = ({ stored, actual, triggers }: TableState) => stored !== actual || triggers < allTriggers

const mayBeStale = (found: TableState) => isWrong(found) || found.outside > 0

const readsOthers = ({ columns }: Table<never>) => columns.some((column) => column.isDerived && 'read' in column)

const differenceOf = (found: TableState) => {
  const { stored, actual, outside, triggers } = found
  if (stored !== actual) return `Its stored total was ${stored ?? 'missing'}; the correct total is ${actual}.`
  if (triggers < allTriggers) return 'Its triggers were off, so changes may have gone unnoticed.'
  if (outside > 0) return `It was changed outside Quarterdeck (${outside} ${outside === 1 ? 'time' : 'times'}).`
  return null
}

const startAnew = (database: Writing, name: string, { triggers }: TableState) =>
  database.transaction(async (executor) => {
    await sql`set local statement_timeout = 0`.execute(executor)
    await resetTracking(executor, name)
    if (triggers < allTriggers) await createTriggers(executor, name)
  })

/** Rewrites records whose derived columns are outdated. */
const rederive = async (database: Writing, table: Table<never>, pace: Pace) => {
  const records = table as unknown as Table<{ id: string }>
  let count = 0
  for await (const ids of staleRecords(database.sql, records, pace)) {
    await database.transaction(async (executor) => {
      for (const id of ids) await rewrite(executor, records, id)
    })
    count += ids.length
  }
  return count
}

const rewrite = async (executor: Executor, table: Table<{ id: string }>, id: string) => {
  const record = await findRecord(executor, table, id, true)
  if (record !== undefined) await writeRecords(executor, table, [JSON.parse(record)])
}

/** Milliseconds between checks of all tables, until a suspect table is checked, and after a check that failed. */
const checkEveryMs = 15 * 60_000
const suspectAfterMs = 2000
const retryAfterMs = 60_000

/** Checks soon after a start and then regularly, until it is stopped. */
export const startTableChecker = (
  database: Writing,
  { suspect }: Pick<ListCache, 'suspect'>,
  tables: readonly Table<never>[],
  log: Pick<Logger, 'warn'>,
  wait?: (ms: number, signal: AbortSignal) => Promise<unknown>,
) => {
  let failure: string | null = null
  let due = performance.now()
  /** False if it has to be tried again. */
  const check = async (signal: AbortSignal, pace: Pace) => {
    const isDue = performance.now() >= due
    const names = new Set(suspect)
    if (!isDue && names.size === 0) return true
    try {
      if (await whyReadOnly(database.sql)) return false
      const only = (name: string) => isDue || names.has(name)
      const repairs = await checkTables(database, { tables, only, pace })
      failure = null
      for (const name of names) suspect.delete(name)
      if (isDue) due = performance.now() + checkEveryMs
      for (const { table, sentence } of repairs) log.warn({ table }, `The table ${table} was repaired. ${sentence}`)
      return true
    } catch (err) {
      const { message } = err as Error
      if (message !== failure && !signal.aborted) log.warn({ err }, `The tables could not be checked: ${message}`)
      failure = message
      return false
    }
  }
  let isDone = true
  return startLoop(
    () => (isDone ? suspectAfterMs : retryAfterMs),
    async (signal, pace) => {
      isDone = await check(signal, pace)
    },
    wait,
  )
}
