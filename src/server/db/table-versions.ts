import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'

/**
 * One state of a table. Numbers are used again where a failover or a restore has taken the database back, so it is the stamp, drawn
 * at random by each write, that names a state.
 */
export type State = { version: number; stateId: string }

/**
 * Where a table stands. `version` counts the records written to it, and the changes after `oldestRetained` are still told in
 * `list_changes`. `proven` has the stamps of those states asked for that this one goes back to; undefined where none were asked for.
 */
export type Version = State & { oldestRetained: number; rows: number; proven?: string[] | undefined }

export const newStateId = () => randomBytes(9).toString('base64url')

export type Versions = ReadonlyMap<string, Version>

/**
 * Of all tables: they are few. Read in one statement with data, it is the version of that data. With `states` it also proves which of
 * them are in the history of this database.
 */
export const versionsJson = (states: readonly (State & { name: string })[] = []): RawBuilder<string> => {
  const proven =
    states.length === 0
      ? sql`null`
      : sql`(
          select coalesce(json_agg(s.stamp), '[]')
          from json_to_recordset(${JSON.stringify(states.map(({ stateId, ...rest }) => ({ ...rest, stamp: stateId })))}::json)
            as s(name text, version bigint, stamp text)
          where s.name = v.name and (
            (s.version = v.version and s.stamp = v.stamp) or (s.version = v.floor and s.stamp = v.floor_stamp)
            or exists (select from list_changes c where c.name = v.name and c.version = s.version and c.stamp = s.stamp)))`
  return sql<string>`
    (select coalesce(json_agg(json_build_array(name, version, floor, rows, stamp, ${proven})), '[]')::text
    from list_versions v)`
}

export const parseVersions = (text: string): Versions =>
  new Map(
    (JSON.parse(text) as [string, number, number, number, string, string[] | null][]).map(
      ([name, version, oldestRetained, rows, stateId, proven]) => [
        name,
        { version, oldestRetained, rows, stateId, proven: proven ?? undefined },
      ],
    ),
  )

const neverWritten: Version = { version: 0, oldestRetained: 0, rows: 0, stateId: '' }

export const versionOf = (versions: Versions, name: string): Version => versions.get(name) ?? neverWritten

/** The state alone, to be kept with what was worked out in it. */
export const stateIn = (versions: Versions, name: string): State => {
  const { version, stateId } = versionOf(versions, name)
  return { version, stateId }
}

/** Whether these states are known not to be in the history of a table, so that nothing may be kept of them. */
export const isOtherHistory = ({ version, stateId, oldestRetained, proven }: Version, states: readonly State[]) =>
  states.some(
    (state) =>
      (state.version === version && state.stateId !== stateId) ||
      (state.version >= oldestRetained &&
        state.version <= version &&
        proven !== undefined &&
        !proven.includes(state.stateId)),
  )

/** The state of several tables, as one text. */
export const combinedState = (versions: Versions, names: string[]) =>
  names.map((name) => versionOf(versions, name).stateId).join(' ')

/** Whether other versions are of the same state of these tables. */
export const isSameState = (versions: Versions, names: string[]) => {
  const state = combinedState(versions, names)
  return (others: Versions) => combinedState(others, names) === state
}
