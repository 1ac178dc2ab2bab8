import type { RawBuilder } from 'kysely'
import type { Read, Row } from '../replicas'
import { type Versions, versionOf } from '../table-versions'

/** Whether a database that stands here can tell what was written from one version of a table to another. */
export const retainsChanges = (name: string, from: number, to: number) => (versions: Versions) => {
  const { version, oldestRetained } = versionOf(versions, name)
  return oldestRetained <= from && to <= version
}

/**
 * Reads what is added to something of version `from`. Null when not all that was written up to `to` can be told: too much was
 * written, or the primary is older, as it is for a moment when a synchronous standby shows a commit first.
 */
export const readSince = async <R extends Row>(
  read: Read,
  statement: RawBuilder<R>,
  name: string,
  from: number,
  to = from,
) => {
  const isRetained = retainsChanges(name, from, to)
  const result = await read(statement, isRetained)
  return isRetained(result.versions) ? result : null
}
