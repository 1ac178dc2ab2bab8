import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scopes } from '../../contract/core/endpoint'
import type { Database } from '../db/database'
import { saveRecords } from '../resources/save-records'
import { type Asked, askable, engines, sampleCompany, sampleRule } from '../testing/server'
import { ensureKey, hasKeys } from './keys'

describe.each(engines)('Keys on $engine', ({ open }) => {
  let database: Database
  let asked: Asked
  const ask: Asked['ask'] = (path, sent) => asked.ask(path, sent)
  const post = (path: string, body: object = {}, key?: string) =>
    ask(path, { method: 'POST', body, ...(key && { key }) })
  const works = async (key: string) => (await ask('/me', { key })).status === 200

  beforeAll(async () => {
    database = await open()
    expect(await hasKeys(database)).toBe(false)
    asked = await askable(database)
    expect(await hasKeys(database)).toBe(true)
  })
  afterAll(() => database.close())

  it('are kept as a hash only', async () => {
    const { rows } = await sql<{ row: string }>`select k::text as row from api_keys k`.execute(database.sql)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.some(({ row }) => row.includes(asked.everything))).toBe(false)
  })

  it('are made, shown once, listed without their text, used and revoked at once', async () => {
    const made = await post('/api-keys', { name: 'Wall screen', scopes: ['reports:read'] })
    expect(made.status).toBe(200)
    const { key, ...listed } = made.json.data
    expect(listed).toMatchObject({
      name: 'Wall screen',
      prefix: key.slice(0, 10),
      scopes: ['reports:read'],
      createdBy: 'Tests',
      revokedAt: null,
      lastUsedAt: null,
    })
    const days = (Date.parse(listed.expiresAt) - Date.parse(listed.createdAt)) / (24 * 60 * 60 * 1000)
    expect(days).toBeCloseTo(365, 3)
    expect((await ask('/api-keys')).text).not.toContain(key)

    expect((await ask('/reports', { key })).status).toBe(200)
    const lastUsedAt = async () =>
      (await ask('/api-keys')).json.data.find(({ id }: { id: string }) => id === listed.id).lastUsedAt
    await expect.poll(lastUsedAt).not.toBeNull()

    const revoked = await post(`/api-keys/${listed.id}/revoke`)
    expect(revoked.json.data.revokedAt).not.toBeNull()
    expect(await works(key)).toBe(false)
    expect((await post(`/api-keys/${listed.id}/revoke`)).json.data).toEqual(revoked.json.data)
    expect((await post(`/api-keys/${listed.id}/rotate`)).status).toBe(409)
  })

  it('are replaced with an overlap in which both work', async () => {
    const old = (await post('/api-keys', { name: 'Sync', scopes: ['companies:read'], expiresAt: null })).json.data
    const next = (await post(`/api-keys/${old.id}/rotate`, { overlapHours: 2 })).json.data
    expect(next).toMatchObject({ name: 'Sync', scopes: ['companies:read'], expiresAt: null })
    expect(await works(old.key)).toBe(true)
    expect(await works(next.key)).toBe(true)
    const again = (await post(`/api-keys/${next.id}/rotate`, { overlapHours: 0 })).json.data
    expect(await works(next.key)).toBe(false)
    expect(await works(again.key)).toBe(true)
  })

  it('give away no scope that their maker lacks', async () => {
    const manager = await asked.makeKey(['keys:manage', 'reports:read'], { name: 'Office' })
    expect((await post('/api-keys', { name: 'x', scopes: ['reports:read'] }, manager)).status).toBe(200)
    const refused = await post('/api-keys', { name: 'x', scopes: ['reports:read', 'companies:write'] }, manager)
    expect(refused.status).toBe(403)
    expect(refused.json.detail).toContain('“Office” lacks companies:write')
    const wide = (await post('/api-keys', { name: 'wide', scopes: ['companies:write'] })).json.data
    expect((await post(`/api-keys/${wide.id}/rotate`, {}, manager)).status).toBe(403)
    expect(
      (await post('/api-keys', { name: 'x', scopes: ['reports:read'] }, await asked.makeKey(['reports:read']))).status,
    ).toBe(403)
  })

  it('that the operator chose are there after every start, unless revoked', async () => {
    const key = 'an-admin-key-of-at-least-32-characters'
    await ensureKey(database, { key, name: 'Admin', scopes })
    await ensureKey(database, { key, name: 'Admin', scopes })
    expect(await works(key)).toBe(true)
    const mine = (await ask('/api-keys')).json.data.filter(({ name }: { name: string }) => name === 'Admin')
    expect(mine).toHaveLength(1)
    await post(`/api-keys/${mine[0].id}/revoke`)
    await ensureKey(database, { key, name: 'Admin', scopes })
    expect(await works(key)).toBe(false)
  })

  describe('leave a trace', () => {
    const company = sampleCompany()
    const rule = sampleRule()
    beforeAll(async () => {
      await saveRecords(database, 'companies', [company])
      await saveRecords(database, 'automation', [rule])
    })
    const events = async (query: string, key?: string) =>
      (await ask(`/audit-events?${query}`, key ? { key } : {})).json.data

    it('of what a write changed, and of nothing when it changed nothing', async () => {
      const key = await asked.makeKey(['companies:write', 'companies:read'], { name: 'Back office' })
      await ask(`/companies/${company.id}`, { key, body: { employeeCount: 358, name: company.name } })
      await ask(`/companies/${company.id}`, { key, body: {} })
      await ask(`/companies/${company.id}`, { key, body: { employeeCount: -1 } })
      const [event, ...others] = await events(`resource=companies&recordId=${company.id}`)
      expect(others).toEqual([])
      expect(event).toMatchObject({
        key: { id: expect.any(String), name: 'Back office' },
        operation: 'PUT /companies/:id',
        before: { employeeCount: 342, updatedAt: company.updatedAt },
        after: { employeeCount: 358, updatedAt: expect.any(String) },
      })
      expect(Object.keys(event.after).sort()).toEqual(['employeeCount', 'updatedAt'])
      expect(await events(`keyId=${event.key.id}`)).toHaveLength(1)
    })

    it('that only those see who may read the record', async () => {
      await post(`/automation/${rule.id}/toggle`, { isActive: false })
      const reader = await asked.makeKey(['automation:read'])
      const resources = (await events('limit=100', reader)).map(({ resource }: { resource: string }) => resource)
      expect(resources).toEqual(['automation'])
      expect(await events('resource=companies', reader)).toEqual([])
    })

    it('of keys too, without their text', async () => {
      const made = (await post('/api-keys', { name: 'Traced', scopes: ['goals:read'] })).json.data
      const [event] = await events(`resource=keys&recordId=${made.id}`)
      expect(event).toMatchObject({ operation: 'POST /api-keys', before: {}, after: { name: 'Traced' } })
      expect(JSON.stringify(event)).not.toContain(made.key)
    })
  })
})
