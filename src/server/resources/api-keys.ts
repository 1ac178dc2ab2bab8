import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { latest } from '../../contract/core/days'
import { type Scope, scopes } from '../../contract/core/scopes'
import { type ApiKey, apiKeys, type NewApiKey } from '../../contract/keys'
import { type Context, implement } from '../api/implement'
import { type Caller, changeKeys, createKey, isAdminKey, keyOrRole } from '../api/keys'
import { listHandler } from '../api/list-handler'
import { unknownKey } from '../api/middleware'
import { invalid, notAllowed, Problem } from '../api/problem'
import { logAuditEvent } from '../db/audit-log'
import type { Executor } from '../db/database'
import { dayText } from '../db/day-text'
import { json } from '../db/json'
import { lockRecord } from '../db/repository'
import { defineTable, instant, text, texts, uuid } from '../db/table'

type Key = z.output<typeof ApiKey>

const apiKeysTable = defineTable<Key>()({
  name: 'api_keys',
  fields: {
    id: uuid,
    name: text,
    prefix: text,
    scopes: texts,
    createdBy: text,
    createdAt: instant,
    expiresAt: instant,
    revokedAt: instant,
    lastUsedAt: instant,
  },
})

const hour = 60 * 60 * 1000
const year = 365 * 24 * hour
const never = Number.POSITIVE_INFINITY

export const apiKeyRoutes = implement(apiKeys, {
  list: listHandler(apiKeys.list, apiKeysTable, {
    sorts: {
      name: 't.name collate "C"',
      created_at: 't.created_at',
      last_used_at: 't.last_used_at',
      expires_at: 't.expires_at',
    },
    filters: {},
  }),
  create: (context, { body: { name, scopes: wanted, expiresAt } }) =>
    context.database.transaction(async (executor) => {
      requireHeld(context.caller, wanted, 'grant them to another key')
      const usual = Math.min(Date.now() + year, latestEnd(context.caller))
      const end = expiresAt === undefined ? new Date(usual) : chosenEnd(context.caller, expiresAt)
      return json({ data: await make(executor, context, { name, scopes: wanted, expiresAt: end }) })
    }),
  rotate: (context, { id, body: { overlapHours = 24, expiresAt } }) =>
    context.database.transaction(async (executor) => {
      const old = await replaceableKey(executor, id)
      requireHeld(context.caller, old.scopes, 'grant them to another key')
      const now = Date.now()
      const lifetime = endOf(old) - Date.parse(old.createdAt)
      const usual = lifetime === never ? null : new Date(Math.min(now + lifetime, latest)).toISOString()
      const made = await make(executor, context, {
        name: old.name,
        scopes: old.scopes as Scope[],
        expiresAt: chosenEnd(context.caller, expiresAt, usual),
      })
      const until = new Date(Math.min(now + overlapHours * hour, endOf(old)))
      await changeKeys(
        executor,
        sql`update api_keys set expires_at = ${until}, replaced_by = ${made.id} where id = ${id} returning id`,
      )
      await logAuditEvent(executor, context, id, old, { ...old, expiresAt: until.toISOString() })
      return json({ data: made })
    }),
  revoke: (context, { id }) =>
    context.database.transaction(async (executor) => {
      const before = await read(executor, id)
      if (!scopes.every((scope) => context.caller.scopes.includes(scope)))
        requireHeld(context.caller, before.scopes, 'revoke a key with more scopes')
      if (before.revokedAt) return json({ data: before })
      await changeKeys(executor, sql`update api_keys set revoked_at = ${new Date()} where id = ${id} returning id`)
      const after = await read(executor, id)
      await logAuditEvent(executor, context, id, before, after)
      return json({ data: after })
    }),
})

const read = async (executor: Executor, id: string): Promise<Key> =>
  JSON.parse(await lockRecord(executor, apiKeysTable, 'API key', id))

const replaceableKey = async (executor: Executor, id: string) => {
  const key = await read(executor, id)
  await requireUnrotated(executor, key)
  const ended = key.revokedAt ? 'revoked' : endOf(key) <= Date.now() ? 'expired' : null
  if (ended)
    throw new Problem(
      409,
      'Key has ended',
      `The key “${key.name}” is ${ended} and cannot be rotated. Create a new key.`,
    )
  if (isAdminKey(key))
    throw new Problem(
      409,
      'Key is set by the operator',
      `The key “${key.name}” is set by QUARTERDECK_ADMIN_KEY. To replace it, change that variable and restart Quarterdeck.`,
    )
  return key
}

/** What is left of a rotated key's overlap is no lifetime for another successor. */
const requireUnrotated = async (executor: Executor, { id }: Key) => {
  const { rows } = await sql<{ prefix: string; at: Date; hasEnded: boolean }>`
    select next.prefix, next.created_at as at, coalesce(next.revoked_at is not null or next.expires_at <= now(), false) as "hasEnded"
    from api_keys old join api_keys next on next.id = old.replaced_by
    where old.id = ${id}`.execute(executor)
  const [next] = rows
  if (!next) return
  const advice = next.hasEnded
    ? 'Its successor has been revoked or has expired. Create a new key.'
    : `Use its successor (${next.prefix}…). If nobody has that key, revoke it and create a new one.`
  throw new Problem(409, 'Key was rotated', `This key was rotated on ${dayText(next.at)}. ${advice}`)
}

const endOf = ({ expiresAt }: { expiresAt: string | null }) => (expiresAt === null ? never : Date.parse(expiresAt))

/** When the keys that it creates must expire. A person's session ends, but not what their role allows. */
const latestEnd = (caller: Caller) => (caller.kind === 'person' ? never : endOf(caller))

/** The requested expiry, or else the usual one, unless it is in the past or after the expiry of the calling key. */
const chosenEnd = (caller: Caller, expiresAt: string | null | undefined, usual: string | null = null) => {
  const wanted = expiresAt === undefined ? usual : expiresAt
  const end = endOf({ expiresAt: wanted })
  if (end <= Date.now()) throw invalid('expiresAt', 'must be in the future', wanted)
  if (end > latestEnd(caller))
    throw invalid(
      'expiresAt',
      `must be ${caller.expiresAt} or earlier, because the key “${caller.name}” that creates it expires then`,
      wanted,
    )
  return end === never ? null : new Date(end)
}

const make = async (
  executor: Executor,
  context: Context,
  o: { name: string; scopes: readonly Scope[]; expiresAt: Date | null },
): Promise<z.output<typeof NewApiKey>> => {
  await requireValid(executor, context.caller)
  const { id, key } = await createKey({ sql: executor }, { ...o, createdBy: context.caller.name })
  const made = await read(executor, id)
  await logAuditEvent(executor, context, id, {}, made)
  return { ...made, key }
}

/** Locks the caller's key, so that none that is being revoked leaves a successor. */
const requireValid = async (executor: Executor, { kind, id }: Caller) => {
  if (kind === 'person') return
  const { rows } = await sql`
    select from api_keys
    where id = ${id} and revoked_at is null and (expires_at is null or expires_at > now())
    for key share`.execute(executor)
  if (rows.length === 0) throw unknownKey()
}

/** A caller may only manage keys whose scopes it holds; otherwise keys:manage would be worth every scope. */
const requireHeld = (caller: Caller, wanted: readonly string[], action: string) => {
  const missing = wanted.filter((scope) => !caller.scopes.includes(scope))
  if (missing.length > 0)
    throw notAllowed(
      `${caller.kind === 'key' ? `The key “${caller.name}” lacks` : 'Your role lacks'} ${missing.join(', ')}, so ${caller.kind === 'key' ? 'it' : 'you'} cannot ${action}. Use a ${keyOrRole(caller)} that has ${missing.length > 1 ? 'them' : 'it'}.`,
    )
}
