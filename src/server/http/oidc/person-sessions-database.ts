import { sql } from 'kysely'
import type { Database } from '../../db/database'
import { fireAndForget } from '../../db/fire-and-forget'
import type { Person } from './person'
import {
  afterFailure,
  hashOfToken,
  type PersonSession,
  type PersonSessions,
  renewalPatience,
  soon,
} from './person-sessions'

type Row = Omit<PersonSession, 'person'> & { person: Person; isStale: boolean }

const fields = sql`id, person, provider_session as "providerSession", browser, address, began_at as "beganAt",
  used_at as "usedAt", checked_at as "checkedAt", renewing_until as "renewingUntil", expires_at as "expiresAt", refresh_token as "refreshToken",
  id_token as "idToken"`

/** Shared by all instances, and kept over a restart. */
export const personSessionsInDatabase = (
  database: Pick<Database, 'sql'>,
  idleHours: number,
  now = () => new Date(),
): PersonSessions => {
  const { sql: executor } = database
  const good = () =>
    sql`(ended_at is null and expires_at > ${now()} and used_at >= ${new Date(now().getTime() - idleHours * 3_600_000)})`
  return {
    begin: async (session, token) => {
      await sql`delete from person_sessions where expires_at < ${now()}`.execute(executor)
      const { id, person, providerSession, browser, address, beganAt, usedAt, checkedAt, expiresAt } = session
      await sql`
        insert into person_sessions (id, token_hash, person_id, person, provider_session, browser, address, began_at,
          used_at, checked_at, expires_at, refresh_token, id_token)
        values (${id}, ${hashOfToken(token)}, ${person.id}, ${JSON.stringify(person)}::json, ${providerSession}, ${browser},
          ${address}, ${beganAt}, ${usedAt}, ${checkedAt}, ${expiresAt}, ${session.refreshToken}, ${session.idToken})`.execute(
        executor,
      )
    },
    use: async (token) => {
      const { rows } = await sql<Row>`
        select ${fields}, used_at < ${new Date(now().getTime() - 60_000)} as "isStale"
        from person_sessions where token_hash = ${hashOfToken(token)} and ${good()}`.execute(executor)
      const [row] = rows
      if (!row) return null
      const { isStale, ...session } = row
      if (isStale)
        fireAndForget(database, (within) =>
          sql`update person_sessions set used_at = ${now()} where id = ${session.id}`.execute(within),
        )
      return session
    },
    claimRenewal: async ({ id, checkedAt }) => {
      const { rows } = await sql`
        update person_sessions set renewing_until = ${new Date(now().getTime() + renewalPatience)}
        where id = ${id} and checked_at = ${checkedAt} and (renewing_until is null or renewing_until <= ${now()})
        returning id`.execute(executor)
      return rows.length > 0
    },
    renew: async (id, renewal) => {
      await sql`
        update person_sessions set person = ${JSON.stringify(renewal.person)}::json,
          refresh_token = ${renewal.refreshToken}, id_token = ${renewal.idToken}, checked_at = ${now()},
          renewing_until = null
        where id = ${id}`.execute(executor)
    },
    putOffRenewal: async (id) => {
      await sql`update person_sessions set renewing_until = ${afterFailure(now())} where id = ${id}`.execute(executor)
    },
    forgetRefreshToken: async (id) => {
      await sql`update person_sessions set refresh_token = null where id = ${id}`.execute(executor)
    },
    end: async (which) => {
      const condition =
        'id' in which
          ? sql`id = ${which.id}`
          : 'providerSession' in which
            ? sql`provider_session = ${which.providerSession} ${which.personId === null ? sql`` : sql`and person_id = ${which.personId}`}`
            : sql`person_id = ${which.personId} ${which.but === undefined ? sql`` : sql`and id <> ${which.but}`}`
      const { rows } = await sql`
        update person_sessions set ended_at = ${now()}, refresh_token = null
        where ${condition} and ended_at is null returning id`.execute(executor)
      return rows.length
    },
    endSoon: async (id) => {
      await sql`
        update person_sessions set expires_at = least(expires_at, ${new Date(now().getTime() + soon)}) where id = ${id}`.execute(
        executor,
      )
    },
    list: async (personId) => {
      const { rows } = await sql<Row>`
        select ${fields} from person_sessions
        where ${good()} ${personId === undefined ? sql`` : sql`and person_id = ${personId}`}
        order by used_at desc, id limit 1000`.execute(executor)
      return rows
    },
  }
}
