import { sql } from 'kysely'
import { mostSessions } from '../../../contract/sessions'
import { hashOf } from '../../api/keys'
import type { Database } from '../../db/database'
import { fireAndForget } from '../../db/fire-and-forget'
import type { Session } from './seal'

/** A session as listed to the holder of its key. */
type Listed = { id: string; browser: string; beganAt: Date; usedAt: Date }

/**
 * State of sessions beside their cookies. A sealed cookie opens until it expires, copies too; this store says whether it was ended
 * or idle. An unknown session, as after the loss of a database, is valid and recorded from then on.
 */
export type SessionStore = {
  begin: (session: Session) => Promise<void>
  /** Whether it is valid. Records its use, to the minute. */
  use: (session: Session) => Promise<boolean>
  end: (session: Session) => Promise<void>
  /** Valid sessions of the same key: this one first, then the most recently used, at most `mostSessions`. */
  sameKeySessions: (session: Session) => Promise<Listed[]>
  /** Ends the others of the same key, or one of them. */
  endOthers: (session: Session, id?: string) => Promise<void>
  /** Valid sessions of all keys, most recently used first. */
  everybody: () => Promise<(Listed & { keyName: string | null })[]>
  /** Ends a session and returns how many that were. */
  endById: (id: string) => Promise<number>
}

/** Shared by all instances, and kept over a restart. */
export const createDatabaseSessions = (database: Pick<Database, 'sql'>, idleHours: number): SessionStore => {
  const { sql: executor } = database
  const isOver = sql`(ended_at is not null or used_at < now() - make_interval(secs => ${idleHours * 3600}))`
  const keyOf = ({ key }: Session) => sql`(select id from api_keys where hash = ${hashOf(key)})`
  const note = async (session: Session, endedAt = sql`null`, within = executor) => {
    const { id, browser, beganAt, expiresAt } = session
    await sql`
      insert into sessions (id, key_id, browser, began_at, used_at, expires_at, ended_at)
      values (${id}, ${keyOf(session)}, ${browser}, ${beganAt}, now(), ${expiresAt}, ${endedAt})
      on conflict (id) do update
      set used_at = excluded.used_at, ended_at = coalesce(sessions.ended_at, excluded.ended_at)
      where sessions.used_at < now() - interval '1 minute' or excluded.ended_at is not null`.execute(within)
  }
  return {
    begin: async (session) => {
      await sql`delete from sessions where expires_at < now()`.execute(executor)
      await note(session)
    },
    use: async (session) => {
      const { rows } = await sql<{ isOver: boolean; isStale: boolean }>`
        select ${isOver} as "isOver", used_at < now() - interval '1 minute' as "isStale"
        from sessions where id = ${session.id}`.execute(executor)
      const { isOver: over, isStale } = rows[0] ?? { isOver: false, isStale: true }
      if (!over && isStale) fireAndForget(database, (within) => note(session, undefined, within))
      return !over
    },
    end: (session) => note(session, sql`now()`),
    sameKeySessions: async (session) => {
      const { rows } = await sql<Listed>`
        select id, browser, began_at as "beganAt", used_at as "usedAt" from sessions
        where key_id = ${keyOf(session)} and expires_at > now() and not ${isOver}
        order by id = ${session.id} desc, used_at desc, id
        limit ${mostSessions}`.execute(executor)
      return rows
    },
    endOthers: async (session, id) => {
      await sql`
        update sessions set ended_at = now()
        where key_id = ${keyOf(session)} and ended_at is null and id <> ${session.id}
          ${id === undefined ? sql`` : sql`and id = ${id}`}`.execute(executor)
    },
    everybody: async () => {
      const { rows } = await sql<Listed & { keyName: string | null }>`
        select s.id, k.name as "keyName", browser, began_at as "beganAt", used_at as "usedAt"
        from sessions s left join api_keys k on k.id = s.key_id
        where s.expires_at > now() and not ${isOver} and k.revoked_at is null
        order by used_at desc, s.id
        limit ${mostSessions}`.execute(executor)
      return rows
    },
    endById: async (id) => {
      const { rows } = await sql`
        update sessions set ended_at = now() where id = ${id} and ended_at is null returning id`.execute(executor)
      return rows.length
    },
  }
}

/** Without a database: only sessions seen since the start. */
export const createMemorySessions = (idleHours: number, now = () => new Date()): SessionStore => {
  type StoredSession = Listed & { key: string; expiresAt: Date; isEnded: boolean }
  const sessions = new Map<string, StoredSession>()
  const isOver = ({ usedAt, isEnded }: StoredSession) =>
    isEnded || now().getTime() - usedAt.getTime() > idleHours * 3_600_000
  const keyOf = ({ key }: Session) => hashOf(key).toString('hex')
  const note = (session: Session, isEnded = false) => {
    const { id, browser, beganAt, expiresAt } = session
    sessions.set(id, { id, browser, beganAt, expiresAt, key: keyOf(session), usedAt: now(), isEnded })
  }
  const valid = () =>
    [...sessions.values()]
      .filter((one) => one.expiresAt > now() && !isOver(one))
      .toSorted((a, b) => b.usedAt.getTime() - a.usedAt.getTime())
  const sameKeySessions = (session: Session) =>
    valid()
      .filter(({ key }) => key === keyOf(session))
      .toSorted((a, b) => Number(b.id === session.id) - Number(a.id === session.id))
  return {
    begin: async (session) => {
      for (const [id, { expiresAt }] of sessions) if (expiresAt < now()) sessions.delete(id)
      note(session)
    },
    use: async (session) => {
      const one = sessions.get(session.id)
      if (one && isOver(one)) return false
      note(session)
      return true
    },
    end: async (session) => note(session, true),
    sameKeySessions: async (session) => sameKeySessions(session).slice(0, mostSessions),
    endOthers: async (session, id) => {
      for (const one of sameKeySessions(session))
        if (one.id !== session.id && (id === undefined || one.id === id)) one.isEnded = true
    },
    everybody: async () =>
      valid().map(({ id, browser, beganAt, usedAt }) => ({ id, browser, beganAt, usedAt, keyName: null })),
    endById: async (id) => {
      const one = sessions.get(id)
      if (!one || one.isEnded) return 0
      one.isEnded = true
      return 1
    },
  }
}
