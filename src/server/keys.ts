import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { Scope } from '../contract/kit'
import type { Database } from './database/open'

/** The key that a request came with. */
export type Caller = { id: string; name: string; prefix: string; scopes: string[]; expiresAt: string | null }

type NewKey = { name: string; scopes: readonly Scope[]; expiresAt: Date | null; createdBy: string | null }

/** Makes a key. Its text is returned here and never again: the database keeps only its hash. */
export const createKey = async (
  database: Pick<Database, 'sql'>,
  o: NewKey,
): Promise<{ id: string; key: string; prefix: string }> => {
  const key = `qd_${randomBytes(32).toString('base64url')}`
  const id = randomUUID()
  await insertKey(database, { ...o, id, key })
  return { id, key, prefix: prefixOf(key) }
}

/** Makes sure that a key chosen by the operator (QUARTERDECK_ADMIN_KEY) is known; a revoked one stays revoked. */
export const ensureKey = (
  database: Database,
  o: { key: string; name: string; scopes: readonly Scope[] },
): Promise<void> => insertKey(database, { ...o, id: randomUUID(), expiresAt: null, createdBy: null })

export const hasKeys = async (database: Database): Promise<boolean> => {
  const { rows } = await sql<{ some: boolean }>`select exists (select from api_keys) as some`.execute(database.sql)
  return rows[0]?.some ?? false
}

/** The caller of a key that is known, not revoked and not expired. All others are alike, so that nobody learns which it was. */
export const authenticate = async (database: Database, key: string): Promise<Caller | null> => {
  const hash = hashOf(key)
  const { rows } = await sql<Caller & { hash: Buffer; stale: boolean }>`
    select id, name, prefix, scopes, hash, expires_at as "expiresAt",
      last_used_at is null or last_used_at < now() - interval '1 minute' as stale
    from api_keys
    where hash = ${hash} and revoked_at is null and (expires_at is null or expires_at > now())`.execute(database.sql)
  const row = rows[0]
  if (!row || !timingSafeEqual(row.hash, hash)) return null
  if (row.stale) await sql`update api_keys set last_used_at = now() where id = ${row.id}`.execute(database.sql)
  const expiresAt = row.expiresAt && new Date(row.expiresAt).toISOString()
  return { id: row.id, name: row.name, prefix: row.prefix, scopes: row.scopes, expiresAt }
}

const insertKey = async (database: Pick<Database, 'sql'>, o: NewKey & { id: string; key: string }) => {
  await sql`
    insert into api_keys (id, name, prefix, hash, scopes, created_by, created_at, expires_at)
    values (${o.id}, ${o.name}, ${prefixOf(o.key)}, ${hashOf(o.key)}, ${[...o.scopes]}, ${o.createdBy}, ${new Date()}, ${o.expiresAt})
    on conflict (hash) do nothing`.execute(database.sql)
}

/** Keys are long and random, so a fast hash is enough: there is nothing to guess. */
const hashOf = (key: string) => createHash('sha256').update(key).digest()

/** Enough to recognise a key by. An operator's own key may be short and guessable, so less of it is shown. */
const prefixOf = (key: string) => key.slice(0, key.startsWith('qd_') ? 10 : 4)
