import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import pg from 'pg'
import { wireOf } from './wire'

/** How often a statement runs before it is prepared, how many are counted, and how many a connection prepares at most. */
const [usesBefore, counted, mostPrepared] = [2, 500, 100]

/**
 * Whether a statement failed because it was prepared in another session, or returns other columns since a newer release has
 * migrated the database. It succeeds where it is sent again without a name.
 */
export const isLost = (error: unknown) =>
  error instanceof pg.DatabaseError &&
  (['26000', '42P05'].includes(error.code ?? '') || error.routine === 'RevalidateCachedQuery')

/** Whether there is no pooler, which has process numbers of its own to tell its clients. */
export const isDirect = async (client: pg.ClientBase) => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid === wireOf(client).processID
}

export type Prepared = ReturnType<typeof preparedStatements>

/**
 * Names for the statements that come again, so that each connection parses and plans them once. Only on connections that lead
 * to PostgreSQL itself: a pooler may run the next statement in another session, where the name is unknown.
 */
export const preparedStatements = () => {
  const uses = new LRUCache<string, number>({ max: counted })
  const names = new Map<string, string>()
  const direct = new WeakSet<pg.ClientBase>()
  let isOff = false

  const nameOf = (text: string) => {
    const known = names.get(text)
    if (known || names.size === mostPrepared) return known
    const count = (uses.get(text) ?? 0) + 1
    uses.set(text, count)
    if (count <= usesBefore) return undefined
    // By its text: should a pooler hand out a session in which another process prepared it, the name means the same.
    const name = createHash('sha256').update(text).digest('base64url')
    names.set(text, name)
    return name
  }

  /** For a connection that leads to PostgreSQL itself. */
  const allow = (client: pg.ClientBase) => void direct.add(client)

  return {
    allow,
    allowIfDirect: async (client: pg.ClientBase) => {
      if (await isDirect(client)) allow(client)
    },
    nameOf: (client: pg.ClientBase, text: string) => (isOff || !direct.has(client) ? undefined : nameOf(text)),
    /** No statement gets a name from now on. */
    turnOff: () => {
      isOff = true
    },
  }
}
