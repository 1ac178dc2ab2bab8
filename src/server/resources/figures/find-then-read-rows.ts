import type { RawBuilder } from 'kysely'
import type { Context } from '../../api/implement'
import { NotCounted } from '../../db/list-engine/read-in-steps'
import { readAt } from '../../db/read-at'
import { isSameState, type Versions } from '../../db/table-versions'

/** Until two statements in turn have seen the same state. */
const attempts = 5

/** Reads the rows of what `find` found in memory from the same state of these tables. */
export const findThenReadRows = async <T extends { versions: Versions }, R extends object>(
  context: Pick<Context, 'database' | 'versions'>,
  tables: string[],
  find: (versions: Versions) => Promise<T>,
  rowsOf: (found: T) => RawBuilder<R>,
) => {
  let { versions } = context
  for (let attempt = 0; attempt < attempts; attempt++) {
    const found = await find(versions)
    const result = await readAt(context.database.read, found.versions, tables, rowsOf(found))
    versions = result.versions
    if (isSameState(found.versions, tables)(versions)) return { found, row: result.row, versions }
  }
  throw new NotCounted()
}
