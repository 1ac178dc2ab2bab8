import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'

/**
 * Where a table stands. `version` counts the records written to it, and the changes after `oldestRetained` are still told in
 * `list_changes`. `stateId` is drawn anew by each write, so one stamp is one state, in restored copies too.
 */
export type Version = { version: number; oldestRetained: number; rows: number; stateId: string }

export const newStateId = () => randomBytes(9).toString('base64url')

export type Versions = ReadonlyMap<string, Version>

/** Of all tables: they are few. Read in one statement with data, it is the version of that data. */
export const versionsJson = sql<string>`
  (select coalesce(json_agg(json_build_array(name, version, floor, rows, stamp)), '[]')::text from list_versions)`

export const parseVersions = (text: string): Versions =>
  new Map(
    (JSON.parse(text) as [string, number, number, number, string][]).map(
      ([name, version, oldestRetained, rows, stateId]) => [name, { version, oldestRetained, rows, stateId }],
    ),
  )

const neverWritten: Version = { version: 0, oldestRetained: 0, rows: 0, stateId: '' }

export const versionOf = (versions: Versions, name: string): Version => versions.get(name) ?? neverWritten

/** The state of several tables, as one text. */
export const combinedState = (versions: Versions, names: string[]) =>
  names.map((name) => versionOf(versions, name).stateId).join(' ')

/** Whether other versions are of the same state of these tables. */
export const isSameState = (versions: Versions, names: string[]) => {
  const state = combinedState(versions, names)
  return (others: Versions) => combinedState(others, names) === state
}
