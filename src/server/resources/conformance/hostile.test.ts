import fc from 'fast-check'
import pLimit from 'p-limit'
import { describe, expect, it } from 'vitest'
import { basePath } from '../../../contract/core/base-path'
import { makeSample } from '../../demo/make'
import { casesOf, createTestApi, engines } from '../../testing/server'
import { type HostileRequest, hostileRequests, leak } from './hostile'
import { lists } from './model'
import { nothingLeftOut, walk } from './walk'

describe.each(engines)('Up to ten thousand hostile requests on $engine', ({ open }) => {
  it('never get a 5xx and reveal no internals', async () => {
    const database = await open()
    const testApi = await createTestApi(database)
    await makeSample(database, { scale: 0.02, now: new Date('2026-11-21T05:00:00.000Z') })
    const ids = new Map<string, string>()
    for (const { list } of lists) ids.set(list.path, (await testApi.ask(`${list.path}?limit=1`)).json.data[0]?.id)
    // Any key but the one that asks.
    const spare = { name: 'Spare', scopes: ['companies:read'] }
    ids.set('/api-keys', (await testApi.ask('/api-keys', { method: 'POST', body: spare })).json.data.id)

    const statuses = new Map<number, number>()
    const requests = hostileRequests((list) => ids.get(list) ?? 'none')
    const count = casesOf(10_000)
    const send = async ({ method, path, headers, body }: HostileRequest) => {
      const response = await testApi.api.request(`${basePath}${path}`, {
        method,
        headers: { authorization: `Bearer ${testApi.everything}`, ...headers },
        ...(body && { body }),
      })
      const text = await response.text()
      statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
      if (response.status >= 500 || (response.status >= 400 && leak.test(text)))
        throw new Error(`${method} ${path} ${body && Buffer.from(body)} answered ${response.status}: ${text}`)
    }
    // As from several clients at once.
    const inTurn = pLimit(16)
    await inTurn.map(fc.sample(requests, { numRuns: count, seed: 20261121 }), send)
    // All were let in, and of each kind there were some: those that passed and those that were refused for a reason.
    for (const status of [200, 304, 400, 404, 412, 415, 422]) expect(statuses.get(status)).toBeGreaterThan(count / 1000)
    expect(statuses.get(401)).toBeUndefined()
    expect({}).not.toHaveProperty('isAdmin')
    // Whatever was written is a record still.
    for (const { list } of lists) await walk(testApi, list, nothingLeftOut(list), 50)
    await database.close()
  })
})
