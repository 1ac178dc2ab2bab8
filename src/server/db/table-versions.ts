import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'

/**
 * One state of a table. Version numbers are reused after a failover or restore, so the random stamp of each write
 * identifies the state.
 */
export type State = { version: number; stateId: string }

/**
 * A table's current state. `version` counts records written; changes after `oldestRetained` are still in
 * `list_changes`. `proven` holds the requested stamps that are in its history; undefined if none were requested.
 */
export type Version = State & { oldestRetained: number; rows: number; proven?: string[] | undefined }

export const newStateId = () => randomBytes(9).toString('base64url')

export type Versions = ReadonlyMap<string, Version>

/**
 * The versions of all tables. Read in the same statement as data, they are the versions of that data. With `states` it
 * also reports which of them are in this database's history.
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

/** The state alone, to store with cached data. */
export const stateIn = (versions: Versions, name: string): State => {
  const { version, stateId } = versionOf(versions, name)
  return { version, stateId }
}

/** Whether these states are known to be outside a table's history, so that data cached for them must go. */
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

/** Whether other versions have the same state of these tables. */
export const isSameState = (versions: Versions, names: string[]) => {
  const state = combinedState(versions, names)
  return (others: Versions) => combinedState(others, names) === state
}
