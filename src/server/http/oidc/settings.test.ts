import fs from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scopes } from '../../../contract/core/scopes'
import { InvalidConfig, readConfig } from '../../config'
import { createTempFolder } from '../../testing/temp-folder'
import { personOf } from './claims'
import { oidcSettingsOf } from './settings'

const whole = {
  QUARTERDECK_URL: 'https://quarterdeck.example',
  QUARTERDECK_OIDC_ISSUER: 'https://login.contoso.example',
  QUARTERDECK_OIDC_CLIENT_ID: 'quarterdeck',
  QUARTERDECK_OIDC_CLIENT_SECRET: 'hush',
}

const sentencesOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof InvalidConfig) return error.sentences
    throw error
  }
  return []
}

let folder: Awaited<ReturnType<typeof createTempFolder>>
beforeAll(async () => {
  folder = await createTempFolder()
})
afterAll(() => folder.remove())

const fileOf = async (text: string) => {
  const name = path.join(folder.folder, `${Math.random()}`)
  await fs.writeFile(name, text)
  return name
}

describe('The settings of single sign-on', () => {
  it('are complete with an address, an issuer, an ID and a secret', async () => {
    const settings = oidcSettingsOf(readConfig(whole))
    expect(settings).toMatchObject({
      issuer: 'https://login.contoso.example',
      clientSecret: 'hush',
      rolesClaim: 'roles',
    })
    expect(settings?.roles.map(({ id }) => id)).toEqual(['admin', 'account-manager', 'service-desk', 'read-only'])
    const { QUARTERDECK_OIDC_CLIENT_SECRET: _, ...others } = whole
    const fromFile = { ...others, QUARTERDECK_OIDC_CLIENT_SECRET_FILE: await fileOf('from a file\n') }
    expect(oidcSettingsOf(readConfig(fromFile))?.clientSecret).toBe('from a file')
    expect(oidcSettingsOf(readConfig({}))).toBeNull()
  })

  it('read roles from a file, with every scope, every read, or some', async () => {
    const QUARTERDECK_ROLES = await fileOf(
      '{"owner": ["*"], "desk-2": ["*:read", "companies:write"], "0f3e": {"name": "Auditor", "scopes": ["*:read"]}}',
    )
    const roles = oidcSettingsOf(readConfig({ ...whole, QUARTERDECK_ROLES }))?.roles ?? []
    expect(roles.map(({ name }) => name)).toEqual(['Owner', 'Desk 2', 'Auditor'])
    expect(roles[0]?.scopes).toEqual(scopes)
    expect(roles[1]?.scopes).toContain('companies:write')
    expect(roles[2]?.scopes.every((scope) => scope.endsWith(':read'))).toBe(true)
  })

  it.each([
    ['QUARTERDECK_URL', 'http://quarterdeck.example', /^QUARTERDECK_URL must be an https address/],
    ['QUARTERDECK_URL', 'https://quarterdeck.example/console?a', /^QUARTERDECK_URL must be an https address/],
    ['QUARTERDECK_URL', 'https://quarterdeck.example/a%2fb', /^QUARTERDECK_URL must be .* at most a plain path/],
    ['QUARTERDECK_OIDC_ISSUER', 'http://login.contoso.example', /^QUARTERDECK_OIDC_ISSUER must be the https address/],
    ['QUARTERDECK_OIDC_ISSUER', 'contoso', /^QUARTERDECK_OIDC_ISSUER must be/],
    ['QUARTERDECK_OIDC_ISSUER', 'https://login.microsoftonline.com/common/v2.0', /must name your own tenant/],
    ['QUARTERDECK_OIDC_ISSUER', 'https://login.microsoftonline.com/Organizations/v2.0', /must name your own tenant/],
    ['QUARTERDECK_OIDC_ISSUER', 'https://login.microsoftonline.com/<tenant-id>/v2.0', /put your own in its place/],
    ['QUARTERDECK_OIDC_SCOPES', 'profile email', /^QUARTERDECK_OIDC_SCOPES must include openid/],
    ['QUARTERDECK_ROLES', '/nowhere/roles.json', /must name a file that can be read/],
    ['QUARTERDECK_KEY_SIGN_IN', 'maybe', /^QUARTERDECK_KEY_SIGN_IN must be on or off/],
    ['QUARTERDECK_OIDC_CLIENT_ID', 'quarter deck', /must be a client ID without spaces/],
    ['QUARTERDECK_OIDC_LABEL', 'a'.repeat(61), /must have at most 60 characters/],
    ['QUARTERDECK_OIDC_ROLES_CLAIM', 'realm_access..roles', /must be the name of a claim/],
    ['QUARTERDECK_UPSTREAM_KEYS', 'admin', /must be role=file pairs/],
    ['QUARTERDECK_UPSTREAM_KEYS', 'admin=/nowhere/key', /must name a file that can be read \(ENOENT\)/],
    ['QUARTERDECK_UPSTREAM_KEYS', 'admin=/dev/null', /must name files that hold one API key each/],
  ])('refuse %s=%s with a sentence', (name, text, sentence) => {
    expect(sentencesOf({ ...whole, [name]: text })).toEqual([expect.stringMatching(sentence)])
  })

  it.each([
    ['no JSON', '{', /must name a JSON object from role to scopes/],
    ['no role', '{}', /must name a JSON object from role to scopes/],
    ['an unknown scope', '{"admin": ["companies:delete"]}', /the role "admin" has "companies:delete"/],
  ])('refuse a roles file with %s', async (_, text, sentence) => {
    expect(sentencesOf({ ...whole, QUARTERDECK_ROLES: await fileOf(text) })).toEqual([expect.stringMatching(sentence)])
  })

  it('give a role by email address only if the provider does not call it unverified', async () => {
    const QUARTERDECK_ROLES = await fileOf('{"boss@contoso.example": {"name": "Owner", "scopes": ["*"]}}')
    const settings =
      oidcSettingsOf(readConfig({ ...whole, QUARTERDECK_ROLES, QUARTERDECK_OIDC_ROLES_CLAIM: 'email' })) ??
      expect.unreachable()
    const claims = { sub: '7', email: 'boss@contoso.example' }
    expect(personOf(claims, settings).roles).toEqual([{ id: 'boss@contoso.example', name: 'Owner' }])
    for (const unverified of [false, 'false'])
      expect(() => personOf({ ...claims, email_verified: unverified }, settings)).toThrow('has not verified')
  })

  it('refuse contradictions, each with a sentence', async () => {
    const { QUARTERDECK_OIDC_ISSUER: _, ...noIssuer } = whole
    const { QUARTERDECK_OIDC_CLIENT_SECRET: __, ...noSecret } = whole
    expect(sentencesOf(noIssuer)).toHaveLength(2)
    expect(sentencesOf({ QUARTERDECK_OIDC_ISSUER: whole.QUARTERDECK_OIDC_ISSUER })).toEqual([
      expect.stringContaining('needs QUARTERDECK_OIDC_CLIENT_ID'),
      expect.stringContaining('needs QUARTERDECK_URL'),
    ])
    expect(sentencesOf({ QUARTERDECK_KEY_SIGN_IN: 'off' })).toEqual([expect.stringContaining('hardly anyone')])
    expect(sentencesOf({ ...noSecret, QUARTERDECK_OIDC_CLIENT_SECRET_FILE: '/nowhere' })).toEqual([
      'QUARTERDECK_OIDC_CLIENT_SECRET_FILE must name a file that can be read (ENOENT).',
    ])
    const key = await fileOf('qd_upstream_key')
    const upstream = { ...whole, QUARTERDECK_UPSTREAM: 'https://portal.example' }
    expect(sentencesOf(upstream)).toEqual([expect.stringContaining('needs QUARTERDECK_UPSTREAM_KEYS')])
    expect(sentencesOf({ ...whole, QUARTERDECK_UPSTREAM_KEYS: `admin=${key}` })).toHaveLength(1)
    expect(sentencesOf({ ...upstream, QUARTERDECK_UPSTREAM_KEYS: `captain=${key}` })).toEqual([
      expect.stringContaining('names the role captain, which is not one of admin'),
    ])
    expect(sentencesOf({ ...upstream, QUARTERDECK_UPSTREAM_KEYS: `admin=${key} admin=${key}` })).toEqual([
      expect.stringMatching(/^QUARTERDECK_UPSTREAM_KEYS must name each role once/),
    ])
    expect(readConfig({ ...upstream, QUARTERDECK_UPSTREAM_KEYS: `admin=${key}` }).upstreamKeys).toEqual([
      { role: 'admin', key: 'qd_upstream_key' },
    ])
  })
})
