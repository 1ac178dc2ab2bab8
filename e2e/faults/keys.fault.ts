import { expect } from 'vitest'
import { basePath } from '../../src/contract/core/base-path'
import { adminKey } from '../support/instance'
import { experiment } from './support/experiment'
import { asking, setups } from './support/instances'

type Made = { data: { id: string; key: string } }

for (const { engine, start } of setups)
  experiment(`What ended has ended on every instance at once (${engine})`, async () => {
    const { instances, stop } = await start()
    const [here] = instances
    const there = instances.at(-1)
    if (!here || !there) throw new Error('No instance was started.')
    const status = async (headers: Record<string, string>) =>
      (await fetch(`${there.origin}${basePath}/me`, { headers })).status
    const session = async (method: string, cookie: string, key = '', path = '') => {
      const body = key && JSON.stringify({ key })
      return fetch(`${here.origin}/session${path}`, {
        method,
        headers: { origin: here.origin, cookie },
        ...(body && { body }),
      })
    }
    const signIn = async (key: string) =>
      (await session('POST', '', key)).headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const statuses = (key: string, ...cookies: string[]) =>
      Promise.all([status({ authorization: `Bearer ${key}` }), ...cookies.map((cookie) => status({ cookie }))])
    try {
      const ask = asking(here)
      const rounds = 50
      for (let round = 0; round < rounds; round++) {
        const { json } = await ask<Made>('/api-keys', {
          method: 'POST',
          body: { name: 'Short', scopes: ['users:read'] },
        })
        const { id, key } = json.data
        const [left, taken, kept] = [await signIn(key), await signIn(key), await signIn(key)]
        expect(await statuses(key, left, taken, kept)).toEqual([200, 200, 200, 200])
        expect((await session('DELETE', left)).status).toBe(204)
        expect(await statuses(key, left, taken, kept)).toEqual([200, 401, 200, 200])
        expect((await session('POST', kept, key, '/end')).status).toBe(204)
        expect(await statuses(key, left, taken, kept)).toEqual([200, 401, 401, 200])
        await ask(`/api-keys/${id}/revoke`, { method: 'POST', body: {} })
        expect(await statuses(key, left, taken, kept)).toEqual([401, 401, 401, 401])
      }
      return {
        harm: 'a copied cookie after its sign-out or after another session ended it, a key and a session after the key was revoked, asked of the other instance',
        count: `${rounds} sign-outs, ${rounds} endings from another session, ${rounds} revocations`,
        result: 'each was refused by the next request',
      }
    } finally {
      await stop()
    }
  })

experiment('How long a wrong key takes tells nothing of the right one', async () => {
  const [setup] = setups
  const { instances, stop } = (await setup?.start()) ?? {}
  const origin = instances?.[0]?.origin ?? ''
  const keys = [`${adminKey.slice(0, -1)}~`, `~${adminKey.slice(1)}`]
  const times: number[][] = [[], []]
  const each = 1500
  try {
    for (let index = 0; index < each * 2; index++) {
      // By chance, so that what the machine does meanwhile falls on both alike.
      const which = Math.random() < 0.5 ? 0 : 1
      const begun = performance.now()
      const { status } = await fetch(`${origin}${basePath}/me`, { headers: { authorization: `Bearer ${keys[which]}` } })
      times[which]?.push(performance.now() - begun)
      expect(status).toBe(401)
    }
  } finally {
    await stop?.()
  }
  const [near, far] = times.map(summaryOf)
  if (!near || !far) throw new Error('Nothing was measured.')
  const t = (near.mean - far.mean) / Math.sqrt(near.variance / near.count + far.variance / far.count)
  // Beyond 4.5 two series are taken to differ (Welch's t, as in dudect).
  expect(Math.abs(t)).toBeLessThan(4.5)
  return {
    harm: 'keys that differ from a valid one in the last character, and in the first',
    count: `${near.count + far.count} requests`,
    result: `${near.mean.toFixed(3)} and ${far.mean.toFixed(3)} ms; Welch’s t ${t.toFixed(2)}, below 4.5`,
  }
})

/** Without the slowest tenth, which is the machine's. */
const summaryOf = (times: number[]) => {
  const kept = times.toSorted((a, b) => a - b).slice(0, Math.floor(times.length * 0.9))
  const mean = kept.reduce((sum, time) => sum + time, 0) / kept.length
  const variance = kept.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (kept.length - 1)
  return { count: kept.length, mean, variance }
}
