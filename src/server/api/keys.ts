import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type Scope, scopes } from '../../contract/core/scopes'
import { logServer } from '../db/audit-log'
import type { Database, Executor } from '../db/database'
import { fireAndForget } from '../db/fire-and-forget'
import { writer } from '../db/migrations/fence'
import { onlyRow } from '../db/postgres/replicas'
import { newStateId, parseVersions, type Versions, versionsJson } from '../db/table-versions'
import { withDeadline } from './with-deadline'

/** Who sends a request: the key that came with it, or the person whose session it is. */
export type Caller = {
  kind: 'key' | 'person'
  id: string
  name: string
  /** What is shown of a key's text; null for a person. */
  prefix: string | null
  email: string | null
  /** The record of a person among staff users, if there is one. */
  userId: string | null
  /** The IDs and the names of a person's roles. */
  roleIds: string[]
  roles: string[]
  scopes: string[]
  expiresAt: string | null
}

/** A caller that is no person. */
export const keyCaller = (key: Pick<Caller, 'id' | 'name' | 'prefix' | 'scopes' | 'expiresAt'>): Caller => ({
  ...{ kind: 'key', email: null, userId: null, roleIds: [], roles: [] },
  ...key,
})

/** What has a caller’s scopes. */
export const keyOrRole = ({ kind }: Pick<Caller, 'kind'>) => (kind === 'key' ? 'key' : 'role')

const newKey = () => `qd_${randomBytes(32).toString('base64url')}`

type NewKey = { name: string; scopes: readonly Scope[]; expiresAt: Date | null; createdBy: string | null }

/** Creates a key. The plain key is returned only here: the database stores its hash. */
export const createKey = async (
  database: Pick<Database, 'sql'>,
  o: NewKey,
): Promise<{ id: string; key: string; prefix: string }> => {
  const key = newKey()
  const id = randomUUID()
  await insertKey(database, { ...o, id, key })
  return { id, key, prefix: prefixOf(key) }
}

const adminKeyName = 'Admin key'

/** Whether this key comes from QUARTERDECK_ADMIN_KEY. Keys created by people name their creator. */
export const isAdminKey = ({ name, createdBy }: { name: string; createdBy: string | null }) =>
  name === adminKeyName && createdBy === null

const isAdmin = sql`(name = ${adminKeyName} and created_by is null)`

/** Why this cannot be the admin key: a person has revoked it, or it is a key that can do less. Null if it can. */
export const adminKeyProblem = async (database: Pick<Database, 'sql'>, key: string | undefined) => {
  if (key === undefined) return null
  const { rows } = await sql<{ name: string; revokedAt: Date | null; isWhole: boolean }>`
    select name, revoked_at as "revokedAt",
      ${isAdmin} or (scopes @> ${[...scopes]}::text[] and expires_at is null) as "isWhole"
    from api_keys where hash = ${hashOf(key)}`.execute(database.sql)
  const [found] = rows
  if (found?.revokedAt)
    return `The key in QUARTERDECK_ADMIN_KEY was revoked on ${found.revokedAt.toISOString().slice(0, 10)}. Set another, or remove the variable.`
  return found && !found.isWhole
    ? `The key in QUARTERDECK_ADMIN_KEY is the API key “${found.name}”, which lacks scopes or expires. Set another, or remove the variable.`
    : null
}

/**
 * Makes the key in QUARTERDECK_ADMIN_KEY the only valid admin key; without the variable there is none. Others expire
 * instead of being revoked, so setting the variable back works, while a key that a person revoked stays revoked. Returns why
 * this key is none: revoking it must not keep the next start from serving.
 */
export const setAdminKey = async (database: Database, key: string | undefined): Promise<string | null> => {
  const hash = key === undefined ? null : hashOf(key)
  if (await isCurrent(database, hash)) return adminKeyProblem(database, key)
  await database.transaction(async (executor) => {
    const { rows } = await sql<{ id: string; isIt: boolean }>`
      select id, coalesce(hash = ${hash}, false) as "isIt" from api_keys where ${isOutdated(hash)} for update`.execute(
      executor,
    )
    await changeKeys(
      executor,
      sql`update api_keys set expires_at = case when hash = ${hash} then null::timestamptz else now() end
        where ${isOutdated(hash)}
        returning id`,
    )
    for (const { id, isIt } of rows)
      await logServer(executor, {
        ...{ operation: isIt ? 'restore admin key' : 'end admin key', resource: 'keys', recordId: id },
        after: { expiresAt: isIt ? null : new Date().toISOString() },
      })
    // Another instance may be making it as well.
    if (key !== undefined)
      await insertOwnKey(executor, 'set admin key', key, { name: adminKeyName, scopes, expiresAt: null })
  })
  return adminKeyProblem(database, key)
}

/** Creates a key by itself, such as that of a sign-in link, with its event in the audit log. */
export const createOwnKey = (database: Pick<Database, 'transaction'>, operation: string, o: OwnKey) =>
  database.transaction(async (executor) => {
    const key = newKey()
    await insertOwnKey(executor, operation, key, o)
    return key
  })

type OwnKey = Omit<NewKey, 'createdBy'>

const insertOwnKey = async (executor: Executor, operation: string, key: string, o: OwnKey) => {
  const id = randomUUID()
  if (!(await insertKey({ sql: executor }, { ...o, id, key, createdBy: null }))) return
  const { name, expiresAt } = o
  const after = { name, prefix: prefixOf(key), scopes: [...o.scopes], expiresAt: expiresAt?.toISOString() ?? null }
  await logServer(executor, { operation, resource: 'keys', recordId: id, after })
}

const isOutdated = (hash: Buffer | null) => sql`
  ${isAdmin} and case when hash = ${hash} then expires_at is not null else expires_at is null or expires_at > now() end`

/** Asked first, because most starts have nothing to write, and a write’s triggers have the embedded engine load PL/pgSQL. */
const isCurrent = async (database: Database, hash: Buffer | null) => {
  const { rows } = await sql<{ isCurrent: boolean }>`
    select not exists (select from api_keys where ${isOutdated(hash)})
      and (${hash}::bytea is null or exists (select from api_keys where hash = ${hash})) as "isCurrent"`.execute(
    database.sql,
  )
  return rows[0]?.isCurrent ?? false
}

/** Whether a lasting key exists. Keys of sign-in links and earlier admin keys expire and have no creator. */
export const hasKeys = async (database: Database): Promise<boolean> => {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from api_keys where created_by is not null or expires_at is null) as some`.execute(
    database.sql,
  )
  return rows[0]?.some ?? false
}

/** The caller, and the versions of all tables after the request arrived. */
export type AuthResult = { caller: Caller | null; versions: Versions }

/**
 * Authenticates a key that is known, not revoked and not expired; all others get the same answer. Requests that arrive
 * during a query share the next one.
 */
export const authenticateBatch = (database: Pick<Database, 'sql' | 'interrupt' | 'transaction'>) => {
  const ask = async (hashes: string[]) => {
    const statement = sql<{ versions: string; keys: KeyRow[] }>`
      select ${versionsJson()} as versions, (
        select coalesce(json_agg(k), '[]') from (
          select encode(hash, 'hex') as hash, id, name, prefix, scopes, expires_at as "expiresAt",
            last_used_at is null or last_used_at < now() - interval '1 minute' as stale
          from api_keys
          where hash = any (${hashes.map((hash) => Buffer.from(hash, 'hex'))})
            and revoked_at is null and (expires_at is null or expires_at > now())
        ) k) as keys`
    const { versions, keys } = onlyRow(await statement.execute(database.sql))
    for (const { id } of keys.filter(({ stale }) => stale))
      fireAndForget(database, (executor) => recordUse(executor, id))
    return { versions: parseVersions(versions), keys }
  }
  const read = batched((hashes: string[]) => withDeadline(database, () => ask(hashes)))
  return async (key: string): Promise<AuthResult> => {
    const hash = hashOf(key)
    const { versions, keys } = await read(hash.toString('hex'))
    const found = keys.find((one) => timingSafeEqual(Buffer.from(one.hash, 'hex'), hash))
    if (!found) return { caller: null, versions }
    const { id, name, prefix, scopes } = found
    const expiresAt = found.expiresAt && new Date(found.expiresAt).toISOString()
    return { caller: keyCaller({ id, name, prefix, scopes, expiresAt }), versions }
  }
}

/** The versions of all tables now, for a caller that needs no look-up. */
export const currentVersions = (database: Pick<Database, 'sql' | 'interrupt' | 'transaction'>) => () =>
  withDeadline(database, async () => {
    const statement = sql<{ versions: string }>`select ${versionsJson()} as versions`
    return parseVersions(onlyRow(await statement.execute(database.sql)).versions)
  })

type KeyRow = Pick<Caller, 'id' | 'name' | 'prefix' | 'scopes' | 'expiresAt'> & { hash: string; stale: boolean }

/** Batches calls that arrive during a running query into the next one, which therefore starts after each of them. */
const batched = <T>(read: (asked: string[]) => Promise<T>) => {
  let asked = new Set<string>()
  let next: Promise<T> | null = null
  let running: Promise<unknown> = Promise.resolve()
  const ask = () => {
    const question = [...asked]
    asked = new Set()
    next = null
    const answer = read(question)
    running = answer.catch(() => {})
    return answer
  }
  return (one: string) => {
    asked.add(one)
    next ??= running.then(ask)
    return next
  }
}

const recordUse = (executor: Executor, id: string) =>
  changeKeys(executor, sql`update api_keys set last_used_at = now() where id = ${id} returning id`)

/** Changes keys and the version of their list in one statement. `change` returns a row for each changed key; false if none was. */
export const changeKeys = async (executor: Executor, change: RawBuilder<unknown>, added = 0) => {
  const { rows } = await sql`
    with change as (${change})
    select raise_list_slot('api_keys', 1, false, ${added} * count(*), ${newStateId()}, ${sql.lit(writer)})
    from change having count(*) > 0`.execute(executor)
  return rows.length > 0
}

/** False if there is such a key. */
const insertKey = (database: Pick<Database, 'sql'>, o: NewKey & { id: string; key: string }) => {
  const insert = sql`
    insert into api_keys (id, name, prefix, hash, scopes, created_by, created_at, expires_at)
    values (${o.id}, ${o.name}, ${prefixOf(o.key)}, ${hashOf(o.key)}, ${[...o.scopes]}, ${o.createdBy}, ${new Date()}, ${o.expiresAt})
    on conflict (hash) do nothing returning id`
  return changeKeys(database.sql, insert, 1)
}

/** Keys are long and random, so a fast hash is safe. */
export const hashOf = (key: string) => createHash('sha256').update(key).digest()

/** Enough to recognise a key. An operator's own key may be guessable, so less of it is shown. */
export const prefixOf = (key: string) => key.slice(0, key.startsWith('qd_') ? 10 : 4)
