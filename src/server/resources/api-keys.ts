import { sql } from 'kysely'
import type { z } from 'zod/mini'
import type { Scope } from '../../contract/core/endpoint'
import { type ApiKey, apiKeys, type NewApiKey } from '../../contract/keys'
import { type Context, implement } from '../api/implement'
import { type Caller, changeKeys, createKey } from '../api/keys'
import { listHandler } from '../api/list-handler'
import { Problem } from '../api/problem'
import { logAuditEvent } from '../db/audit-log'
import type { Executor } from '../db/database'
import { json } from '../db/json'
import { findRecord, RecordNotFound } from '../db/repository'
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
  create: (context, { body: { name, scopes, expiresAt } }) =>
    context.database.transaction(async (executor) => {
      requireHeld(context.caller, scopes)
      const expiry = expiresAt === null ? null : new Date(expiresAt ?? Date.now() + year)
      if (expiry && expiry <= new Date()) throw invalid('expiresAt', 'must be in the future', expiresAt)
      return json({ data: await make(executor, context, { name, scopes, expiresAt: expiry }) })
    }),
  rotate: (context, { id, body: { overlapHours = 24 } }) =>
    context.database.transaction(async (executor) => {
      const old = await usableKey(executor, id)
      requireHeld(context.caller, old.scopes)
      const now = Date.now()
      const lifetime = old.expiresAt === null ? null : Date.parse(old.expiresAt) - Date.parse(old.createdAt)
      const made = await make(executor, context, {
        name: old.name,
        scopes: old.scopes as Scope[],
        expiresAt: lifetime ? new Date(now + lifetime) : null,
      })
      const until = Math.min(
        now + overlapHours * hour,
        old.expiresAt ? Date.parse(old.expiresAt) : Number.POSITIVE_INFINITY,
      )
      await changeKeys(executor, sql`update api_keys set expires_at = ${new Date(until)} where id = ${id} returning id`)
      await logAuditEvent(executor, context, id, old, { ...old, expiresAt: new Date(until).toISOString() })
      return json({ data: made })
    }),
  revoke: (context, { id }) =>
    context.database.transaction(async (executor) => {
      const before = await read(executor, id)
      if (before.revokedAt) return json({ data: before })
      await changeKeys(executor, sql`update api_keys set revoked_at = ${new Date()} where id = ${id} returning id`)
      const after = await read(executor, id)
      await logAuditEvent(executor, context, id, before, after)
      return json({ data: after })
    }),
})

const read = async (executor: Executor, id: string): Promise<Key> => {
  const text = await findRecord(executor, apiKeysTable, id, true)
  if (text === undefined) throw new RecordNotFound('API key', id)
  return JSON.parse(text) as Key
}

const usableKey = async (executor: Executor, id: string) => {
  const key = await read(executor, id)
  const ended = key.revokedAt ? 'revoked' : key.expiresAt && Date.parse(key.expiresAt) <= Date.now() ? 'expired' : null
  if (ended)
    throw new Problem(
      409,
      'Key has ended',
      `The key “${key.name}” is ${ended}, so it cannot be replaced. Make a new key.`,
    )
  return key
}

const make = async (
  executor: Executor,
  context: Context,
  o: { name: string; scopes: readonly Scope[]; expiresAt: Date | null },
): Promise<z.output<typeof NewApiKey>> => {
  const { id, key } = await createKey({ sql: executor }, { ...o, createdBy: context.caller.name })
  const made = await read(executor, id)
  await logAuditEvent(executor, context, id, {}, made)
  return { ...made, key }
}

/** Nobody gives away what she does not have: a key that manages keys would otherwise hold every scope. */
const requireHeld = (caller: Caller, wanted: readonly string[]) => {
  const missing = wanted.filter((scope) => !caller.scopes.includes(scope))
  if (missing.length > 0)
    throw new Problem(
      403,
      'Not allowed',
      `The key “${caller.name}” lacks ${missing.join(', ')}, so it cannot give that to another key. Leave it out, or use a key that has it.`,
    )
}

const invalid = (path: string, what: string, received: unknown) => {
  const message = `${path} ${what}.`
  return new Problem(422, 'Invalid values', `${message} Nothing was changed.`, {
    errors: [{ in: 'body', path, message, received }],
  })
}
