import type { RawBuilder } from 'kysely'
import type { Read, Row } from '../postgres/replicas'
import {
  includes,
  isCovered,
  isOtherHistory,
  type State,
  type Versions,
  versionOf,
  versionsJson,
} from '../table-versions'

/** Whether a database at these versions still has all changes of a table since each of these states. */
export const retainsChanges = (name: string, states: readonly State[]) => (versions: Versions) => {
  const now = versionOf(versions, name)
  return states.every((state) => isCovered(now, state) && includes(now, state)) && !isOtherHistory(now, states)
}

/**
 * Reads something that adds the changes since these states. Null if not all of them are retained: too much was written, the
 * database has another history, or it is older, as for a moment when a synchronous standby shows a commit first.
 */
export const readSince = async <R extends Row>(
  read: Read,
  statement: (versions: RawBuilder<string>) => RawBuilder<R>,
  name: string,
  ...states: State[]
) => {
  const isRetained = retainsChanges(name, states)
  const result = await read(statement(versionsJson(states)), isRetained)
  return isRetained(result.versions) ? result : null
}
