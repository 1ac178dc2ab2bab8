import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '../../api/keys'
import type { Database } from '../../db/database'
import { engines } from '../../testing/server'
import { openBrowser } from './testing/browser'
import { behindOf, reserve } from './testing/console'
import { type IdentityProvider, startIdentityProvider } from './testing/identity-provider'

const now = () => new Date()

describe.each(engines)('Two instances over one $engine', ({ open }) => {
  let database: Database
  let provider: IdentityProvider
  const consoles: Awaited<ReturnType<typeof reserve>>[] = []

  beforeAll(async () => {
    database = await open()
    consoles.push(await reserve(), await reserve())
    const [{ publicUrl } = { publicUrl: '' }] = consoles
    provider = await startIdentityProvider({
      clients: [{ client_id: 'quarterdeck', client_secret: 'hush', publicUrl }],
      accounts: { bo: { name: 'Bo Lind', roles: ['admin'] } },
    })
    provider.state.chosen = 'bo'
    // The provider is away when they start.
    await provider.stop()
    for (const console of consoles)
      await console.open(behindOf(database, now), { issuer: provider.issuer, publicUrl }, { now, keySignIn: false })
    await provider.start()
  })
  afterAll(async () => {
    for (const console of consoles) await console.stop()
    await provider.stop()
    await database.close()
  })

  const me = async (origin: string, cookie: string) =>
    (await fetch(`${origin}/api/public/v1/me`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })).status

  it('start while the provider is unreachable, later share a session, and end it together', async () => {
    const [one = '', two = ''] = consoles.map(({ publicUrl }) => publicUrl)
    const isAway = async () => (await (await fetch(`${one}/session/ways`)).json()).data.isAway
    expect(await isAway()).toBe(true)
    await expect.poll(isAway).toBe(false)
    const browser = openBrowser()
    await browser.visit(`${one}/session/oidc`)
    const cookie = `quarterdeck_session=${browser.cookie(one, 'quarterdeck_session')}`
    expect([await me(one, cookie), await me(two, cookie)]).toEqual([200, 200])
    const ended = await fetch(`${two}/session`, {
      method: 'DELETE',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })
    expect(ended.status).toBe(200)
    expect([await me(one, cookie), await me(two, cookie)]).toEqual([401, 401])
  })

  it('accept only keys with keys:manage if key sign-in is off', async () => {
    const [{ publicUrl } = { publicUrl: '' }] = consoles
    const withKey = async (...scopes: ('keys:manage' | 'companies:read')[]) => {
      const { key } = await createKey(database, { name: 'Tests', scopes, expiresAt: null, createdBy: null })
      const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
      return fetch(`${publicUrl}/session`, { method: 'POST', headers, body: JSON.stringify({ key }) })
    }
    const refused = await withKey('companies:read')
    expect(refused.status).toBe(403)
    expect(await refused.json()).toMatchObject({ detail: expect.stringMatching(/^Sign in with Contoso/) })
    expect((await withKey('keys:manage')).status).toBe(200)
  })
})
