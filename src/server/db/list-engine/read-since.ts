import type { RawBuilder } from 'kysely'
import type { Read, Row } from '../replicas'
import { isOtherHistory, type State, type Versions, versionOf, versionsJson } from '../table-versions'

/** Whether a database that stands here can tell what was written to a table since each of these states. */
export const retainsChanges = (name: string, states: readonly State[]) => (versions: Versions) => {
  const now = versionOf(versions, name)
  return (
    states.every(({ version }) => now.oldestRetained <= version && version <= now.version) &&
    !isOtherHistory(now, states)
  )
}

/** The versions of all tables, and whether these states are in one table's history. */
export const versionsSince = (name: string, states: readonly State[]) =>
  versionsJson(states.map(({ version, stateId }) => ({ name, version, stateId })))

/**
 * Reads what is added to something of these states. Null when not all changes since are retained: too much was written, the database has
 * another history, or the primary is older, as it is for a moment when a synchronous standby shows a commit first.
 */
export const readSince = async <R extends Row>(
  read: Read,
  statement: (versions: RawBuilder<string>) => RawBuilder<R>,
  name: string,
  ...states: State[]
) => {
  const isRetained = retainsChanges(name, states)
  const result = await read(statement(versionsSince(name, states)), isRetained)
  return isRetained(result.versions) ? result : null
}
