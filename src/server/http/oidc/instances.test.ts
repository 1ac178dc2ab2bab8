import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '../../api/keys'
import type { Database } from '../../db/database'
import { engines } from '../../testing/server'
import type { PersonSession } from './person-sessions'
import { openBrowser } from './testing/browser'
import { behindOf, reserve } from './testing/console'
import { type IdentityProvider, startIdentityProvider } from './testing/identity-provider'

let time: number | null = null
const now = () => new Date(time ?? Date.now())
const inMinutes = (count: number) => Date.now() + count * 60_000

describe.each(engines)('Two instances over one $engine', ({ open }) => {
  let database: Database
  let provider: IdentityProvider
  /** What happens between the steps of a renewal. */
  let afterRead = async () => {}
  let afterClaim = (_isClaimed: boolean) => {}
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
    const behind = behindOf(database, now)
    const { use, claimRenewal } = behind.personSessions
    const watched = {
      ...behind.personSessions,
      use: async (token: string) => {
        const session = await use(token)
        await afterRead()
        return session
      },
      claimRenewal: async (session: PersonSession) => {
        const isClaimed = await claimRenewal(session)
        afterClaim(isClaimed)
        return isClaimed
      },
    }
    for (const console of consoles)
      await console.open(
        { ...behind, personSessions: watched },
        { issuer: provider.issuer, publicUrl },
        { now, keySignIn: false },
      )
    await provider.start()
  })
  afterAll(async () => {
    for (const console of consoles) await console.stop()
    await provider.stop()
    await database.close()
  })

  afterEach(() => {
    time = null
    afterRead = async () => {}
    afterClaim = () => {}
    provider.state.hold = null
  })

  const signedIn = async (origin: string) => {
    const browser = openBrowser()
    await browser.visit(`${origin}/session/oidc`)
    return `quarterdeck_session=${browser.cookie(origin, 'quarterdeck_session')}`
  }
  const me = async (origin: string, cookie: string) =>
    (await fetch(`${origin}/api/public/v1/me`, { headers: { cookie, 'sec-fetch-site': 'same-origin' } })).status

  it('start while the provider is unreachable, later share a session, and end it together', async () => {
    const [one = '', two = ''] = consoles.map(({ publicUrl }) => publicUrl)
    const isAway = async () => (await (await fetch(`${one}/session/ways`)).json()).data.isAway
    expect(await isAway()).toBe(true)
    await expect.poll(isAway).toBe(false)
    const cookie = await signedIn(one)
    expect([await me(one, cookie), await me(two, cookie)]).toEqual([200, 200])
    const ended = await fetch(`${two}/session`, {
      method: 'DELETE',
      headers: { cookie, 'sec-fetch-site': 'same-origin' },
    })
    expect(ended.status).toBe(200)
    expect([await me(one, cookie), await me(two, cookie)]).toEqual([401, 401])
  })

  it('renew a session once, though the other one had read it before', async () => {
    const [one = '', two = ''] = consoles.map(({ publicUrl }) => publicUrl)
    const cookie = await signedIn(one)
    time = inMinutes(31)
    let other = 0
    afterRead = async () => {
      afterRead = async () => {}
      other = await me(two, cookie)
    }
    expect([await me(one, cookie), other]).toEqual([200, 200])
    time = inMinutes(62)
    expect(await me(one, cookie)).toBe(200)
  })

  it('wait a few seconds for the other one to renew a session', async () => {
    const [one = '', two = ''] = consoles.map(({ publicUrl }) => publicUrl)
    const cookie = await signedIn(one)
    time = inMinutes(61)
    let release = () => {}
    provider.state.hold = new Promise((resolve) => {
      release = resolve
    })
    const claims: boolean[] = []
    afterClaim = (isClaimed) => void claims.push(isClaimed)
    const first = me(one, cookie)
    await expect.poll(() => claims).toEqual([true])
    const second = me(two, cookie)
    await expect.poll(() => claims).toEqual([true, false])
    // One that takes longer may have been killed.
    time += 10_000
    expect(await second).toBe(503)
    time -= 10_000
    const third = me(two, cookie)
    await expect.poll(() => claims).toEqual([true, false, false])
    release()
    expect([await first, await third]).toEqual([200, 200])
  })

  it('do not wait for a renewal that has failed', async () => {
    const [one = '', two = ''] = consoles.map(({ publicUrl }) => publicUrl)
    const cookie = await signedIn(one)
    time = inMinutes(61)
    provider.state.hold = Promise.reject(Object.assign(new Error('down'), { status: 503, expose: true }))
    provider.state.hold.catch(() => {})
    // The time stands still, so waiting would have no end.
    expect([await me(one, cookie), await me(two, cookie)]).toEqual([503, 503])
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
