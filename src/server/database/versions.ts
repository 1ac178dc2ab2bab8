import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'

/**
 * Where a table stands. `version` counts the records written to it, and the changes after `floor` are still told in
 * `list_changes`. `stamp` is drawn anew by each write, so one stamp is one state, in restored copies too.
 */
export type Version = { version: number; floor: number; rows: number; stamp: string }

export const newStamp = () => randomBytes(9).toString('base64url')

export type Versions = ReadonlyMap<string, Version>

/** Of all tables: they are few. Read in one statement with data, it is the version of that data. */
export const versionsJson = sql<string>`
  (select coalesce(json_agg(json_build_array(name, version, floor, rows, stamp)), '[]')::text from list_versions)`

export const readVersions = (text: string): Versions =>
  new Map(
    (JSON.parse(text) as [string, number, number, number, string][]).map(([name, version, floor, rows, stamp]) => [
      name,
      { version, floor, rows, stamp },
    ]),
  )

const unwritten: Version = { version: 0, floor: 0, rows: 0, stamp: '' }

export const versionOf = (versions: Versions, name: string): Version => versions.get(name) ?? unwritten

/** The state of several tables, as one text. */
export const stateOf = (versions: Versions, names: string[]) =>
  names.map((name) => versionOf(versions, name).stamp).join(' ')

/** Whether other versions are of the same state of these tables. */
export const sameState = (versions: Versions, names: string[]) => {
  const state = stateOf(versions, names)
  return (others: Versions) => stateOf(others, names) === state
}
