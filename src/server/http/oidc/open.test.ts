import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Database } from '../../db/database'
import { openCopy } from '../../testing/server'
import { behindOf, reserve } from './testing/console'

const now = () => new Date()

let database: Database
let console: Awaited<ReturnType<typeof reserve>>
beforeAll(async () => {
  database = await openCopy()
  console = await reserve()
})
afterAll(async () => {
  await console.stop()
  await database.close()
})

/** The error of a start whose issuer has this discovery document. */
const startWith = async (document: (issuer: string) => object | null) => {
  const server = http.createServer((_, response) => {
    const body = document(issuer)
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const opened = await console.open(behindOf(database, now), { issuer }, { now }).then(
    () => 'started',
    (error: Error) => error.message.replaceAll(issuer, 'ISSUER'),
  )
  server.close()
  return opened
}

const endpoints = (issuer: string) => ({
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
})

it('starts with a provider that names itself as the issuer', async () => {
  expect(await startWith((issuer) => ({ issuer, ...endpoints(issuer) }))).toBe('started')
})

it('does not start if the provider names another issuer', async () => {
  const document = (issuer: string) => ({ issuer: 'https://login.elsewhere.example', ...endpoints(issuer) })
  expect(await startWith(document)).toBe(
    'QUARTERDECK_OIDC_ISSUER is ISSUER, but ISSUER/.well-known/openid-configuration names the issuer https://login.elsewhere.example. If that is your provider, set it as QUARTERDECK_OIDC_ISSUER.',
  )
})

/** A start at Microsoft, which names this issuer. */
const startAtMicrosoft = async (issuer: string, named: string) => {
  const document = { issuer: named, ...endpoints(issuer) }
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(document))
  const opened = await console.open(behindOf(database, now), { issuer }, { now }).then(
    () => 'started',
    (error: Error) => error.message,
  )
  expect(asked).toHaveBeenCalledOnce()
  asked.mockRestore()
  return opened
}
const microsoft = 'https://login.microsoftonline.com/'
const tenant = '5c0e1f5a-0000-4000-8000-1f2e3d4c5b6a'

it.each([
  [`${microsoft}contoso.example/v2.0`, `${microsoft}${tenant}/v2.0`],
  [`${microsoft}contoso.example/v2.0`, `${microsoft}{tenantid}/v2.0`],
  [`${microsoft}${tenant}`, `https://sts.windows.net/${tenant}/`],
])('does not start if Microsoft names for %s the issuer %s', async (issuer, named) => {
  expect(await startAtMicrosoft(issuer, named)).toContain(`names the issuer ${named}. If that is`)
})

it.each([
  [`${microsoft}${tenant.toUpperCase()}/v2.0/`, `${microsoft}${tenant}/v2.0`],
  ['https://contoso.b2clogin.com/contoso.example/B2C_1_signin/v2.0', `https://contoso.b2clogin.com/${tenant}/v2.0/`],
])('starts if Microsoft names for %s the issuer %s', async (issuer, named) => {
  expect(await startAtMicrosoft(issuer, named)).toBe('started')
})

it('starts while something else answers for the provider, as a proxy does when it restarts', async () => {
  expect(await startWith(() => null)).toBe('started')
})
