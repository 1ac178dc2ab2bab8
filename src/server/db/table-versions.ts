import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'

/**
 * A slot of a table: its writes wait for each other, so its version orders them. Version numbers are reused after a failover
 * or restore, so the random stamp of its last write identifies them.
 */
type Slot = { name: string; version: number; stamp: string }

/** One state of a table: how far each slot is. `version` is the sum of theirs, `stateId` the stamps of all. */
export type State = { version: number; stateId: string; slots: readonly Slot[] }

/**
 * A table's current state. A slot's `version` counts records written; changes after `oldestRetained` are still in
 * `list_changes`. `proven` holds the requested stamps that are in its history; undefined if none were requested.
 */
export type Version = Omit<State, 'slots'> & {
  rows: number
  slots: readonly (Slot & { oldestRetained: number; proven: string[] | undefined })[]
}

export const newStateId = () => randomBytes(9).toString('base64url')

export type Versions = ReadonlyMap<string, Version>

/** The table of a slot: the first has its name, others are called `table/1`, `table/2` and so on. */
export const tableOfSlot = sql`split_part(name, '/', 1)`

/**
 * The versions of all tables. Read in the same statement as data, they are the versions of that data. With `states` it
 * also reports which of them are in this database's history. With `tables` the others are left out.
 */
export const versionsJson = (states: readonly State[] = [], tables?: readonly string[]): RawBuilder<string> => {
  const proven =
    states.length === 0
      ? sql`null`
      : sql`(
          select coalesce(json_agg(s.stamp), '[]')
          from json_to_recordset(${JSON.stringify(states.flatMap(({ slots }) => slots))}::json)
            as s(name text, version bigint, stamp text)
          where s.name = v.name and (
            (s.version = v.version and s.stamp = v.stamp) or (s.version = v.floor and s.stamp = v.floor_stamp)
            or exists (select from list_changes c where c.name = v.name and c.version = s.version and c.stamp = s.stamp)))`
  return sql<string>`
    (select coalesce(json_agg(json_build_array(name, version, floor, rows, stamp, ${proven}) order by name), '[]')::text
    from list_versions v ${tables ? sql`where ${tableOfSlot} in (${sql.join(tables.map(sql.lit))})` : sql``})`
}

export const parseVersions = (text: string): Versions => {
  const versions = new Map<string, Version>()
  for (const [name, version, oldestRetained, rows, stamp, proven] of JSON.parse(text) as ParsedSlot[]) {
    const table = name.split('/', 1)[0] as string
    const slot = { name, version, stamp, oldestRetained, proven: proven ?? undefined }
    const first = versions.get(table)
    versions.set(
      table,
      first
        ? {
            version: first.version + version,
            rows: first.rows + rows,
            stateId: `${first.stateId},${stamp}`,
            slots: [...first.slots, slot],
          }
        : { version, rows, stateId: stamp, slots: [slot] },
    )
  }
  return versions
}

type ParsedSlot = [
  name: string,
  version: number,
  oldestRetained: number,
  rows: number,
  stamp: string,
  proven: string[] | null,
]

const neverWritten: Version = { version: 0, rows: 0, stateId: '', slots: [] }

export const versionOf = (versions: Versions, name: string): Version => versions.get(name) ?? neverWritten

/** The state alone, to store with cached data. */
export const stateIn = (versions: Versions, name: string): State => stateOf(versionOf(versions, name))

export const stateOf = ({ version, stateId, slots }: State): State => ({
  version,
  stateId,
  slots: slots.map(({ name, version, stamp }) => ({ name, version, stamp })),
})

const slotOf = <S extends Slot>(slots: readonly S[], { name }: Slot) => slots.find((slot) => slot.name === name)

/** Whether everything that is in a state is in another as well. Two states of one table may each have what the other lacks. */
export const includes = (state: State, earlier: State) =>
  earlier.slots.every((slot) => slot.version <= (slotOf(state.slots, slot)?.version ?? -1))

/** Whether the changes after a state are still logged. Those of a slot that came to be since are not looked for. */
export const isCovered = ({ slots }: Version, state: State) =>
  slots.every((slot) => slot.oldestRetained <= (slotOf(state.slots, slot)?.version ?? -1))

/** Whether these states are known to be outside a table's history, so that data cached for them must go. */
export const isOtherHistory = ({ slots }: Version, states: readonly State[]) =>
  states.some((state) =>
    slots.some((now) => {
      const slot = slotOf(state.slots, now)
      if (!slot) return false
      const isLogged = slot.version >= now.oldestRetained && slot.version <= now.version
      return (
        (slot.version === now.version && slot.stamp !== now.stamp) ||
        (isLogged && now.proven !== undefined && !now.proven.includes(slot.stamp))
      )
    }),
  )

const aboveAllVersions = sql.lit(Number.MAX_SAFE_INTEGER)

/**
 * SQL that is true of the logged changes `c` of a table after a state, and up to a later one. The range always has two ends: for an
 * open one PostgreSQL expects a third of the log, and plans each statement anew instead of keeping a plan.
 */
export const isChangeSince = ({ slots }: State, until?: State) => {
  const parts = slots.map((slot) => {
    const last = until && slotOf(until.slots, slot)?.version
    const end = last === undefined ? aboveAllVersions : sql`${last}::bigint`
    return sql`(c.name = ${slot.name} and c.version > ${slot.version}::bigint and c.version <= ${end})`
  })
  return parts.length > 0 ? sql`(${sql.join(parts, sql` or `)})` : sql`false`
}

/** SQL of the logged changes `c` of a table, each with its row `t`. */
export const loggedRows = (table: string) =>
  sql`list_changes c cross join lateral json_populate_record(null::${sql.table(table)}, c.row) t`

/**
 * Waits until no other transaction uses the first slot of a table; they use others then. Writes of rows that may be unknown wait for
 * each other, because what does not exist cannot be locked.
 */
export const lockSlot = (table: string, what: 'first' | 'unknown rows') =>
  sql`select pg_advisory_xact_lock(${table}::regclass::oid::int, ${sql.lit(what === 'first' ? 0 : -1)})`

/** The state of several tables, as one text. */
export const combinedState = (versions: Versions, names: string[]) =>
  names.map((name) => versionOf(versions, name).stateId).join(' ')

/** Whether other versions have the same state of these tables. */
export const isSameState = (versions: Versions, names: string[]) => {
  const state = combinedState(versions, names)
  return (others: Versions) => combinedState(others, names) === state
}
