import { sql } from 'kysely'
import type { Database } from './database/open'
import type { Session } from './session'

/**
 * Sessions that were ended before their time. A sealed cookie opens until it expires, wherever a copy of it is, so that a
 * session is good only while it is not among these.
 */
export type EndedSessions = {
  end: (session: Session) => Promise<void>
  has: (session: Session) => Promise<boolean>
}

/** Known to all instances at once, and after a restart. */
export const endedInDatabase = ({ sql: executor }: Pick<Database, 'sql'>): EndedSessions => ({
  end: async ({ id, expiresAt }) => {
    await sql`
      with expired as (delete from ended_sessions where expires_at < now())
      insert into ended_sessions (id, expires_at) values (${id}, ${expiresAt}) on conflict do nothing`.execute(executor)
  },
  has: async ({ id }) => {
    const { rows } = await sql`select from ended_sessions where id = ${id}`.execute(executor)
    return rows.length > 0
  },
})

/** For a program without a database: a restart forgets them. */
export const endedInMemory = (now = Date.now): EndedSessions => {
  const ended = new Map<string, Date>()
  return {
    end: async ({ id, expiresAt }) => {
      for (const [each, expiry] of ended) if (expiry.getTime() < now()) ended.delete(each)
      ended.set(id, expiresAt)
    },
    has: async ({ id }) => ended.has(id),
  }
}
