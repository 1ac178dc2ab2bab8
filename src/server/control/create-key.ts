import { createKey } from '../api/keys'
import { logCommand } from '../db/audit-log'
import type { Database } from '../db/database'
import type { KeyRequest } from './protocol'

/** What `quarterdeck keys create` does, here or in the server that uses the database. */
export const createRequestedKey = (database: Database, { name, scopes, expiresAt }: KeyRequest) => {
  const createdBy = 'quarterdeck keys create'
  return database.transaction(async (executor) => {
    const end = expiresAt === null ? null : new Date(expiresAt)
    const created = await createKey({ sql: executor }, { name, scopes, createdBy, expiresAt: end })
    await logCommand(executor, {
      ...{ operation: 'keys create', resource: 'keys', recordId: created.id },
      after: { name, prefix: created.prefix, scopes, createdBy, expiresAt },
    })
    return created
  })
}
