import fs from 'node:fs'
import { BlockList } from 'node:net'
import { describe, expect, it } from 'vitest'
import { InvalidConfig, readConfig, settings } from './config'
import { createTempFolder } from './testing/temp-folder'

const sentencesOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof InvalidConfig) return error.sentences
    throw error
  }
  return []
}

describe('The configuration', () => {
  it('has a default for everything that needs one', () => {
    expect(readConfig({ PATH: '/bin', PORT: '' })).toEqual({
      proxies: expect.any(BlockList),
      oidcLabel: 'single sign-on',
      oidcRolesClaim: 'roles',
      keySignIn: true,
      hsts: 'max-age=31536000; includeSubDomains',
      sites: '*',
      pointsPerMinute: 6000,
      metricsPort: undefined,
      port: 4420,
      host: '127.0.0.1',
      folder: './data',
      databaseUrl: undefined,
      replicaUrls: undefined,
      adminKey: undefined,
      demo: 1,
      secret: undefined,
      idleHours: 4,
      upstream: undefined,
      logLevel: undefined,
    })
  })

  it('reads a secret from the file that is named in its place', async () => {
    const { folder, remove } = await createTempFolder()
    const file = `${folder}/secret`
    fs.writeFileSync(file, 'thirty-two characters or even more\n')
    expect(readConfig({ QUARTERDECK_SECRET_FILE: file }).secret).toBe('thirty-two characters or even more')
    expect(sentencesOf({ QUARTERDECK_SECRET_FILE: file, QUARTERDECK_SECRET: 'x'.repeat(32) })).toEqual([
      'QUARTERDECK_SECRET and QUARTERDECK_SECRET_FILE are both set. Remove one of them.',
    ])
    fs.writeFileSync(file, '\n')
    expect(sentencesOf({ QUARTERDECK_ADMIN_KEY_FILE: file, DATABASE_URL_FILE: '/nowhere/url' }).sort()).toEqual([
      'DATABASE_URL_FILE must name a file that can be read (ENOENT).',
      'QUARTERDECK_ADMIN_KEY_FILE must name a file with the secret, and the file is empty.',
    ])
    await remove()
  })

  it.each([
    ['PORT', '8080', 'port', 8080],
    ['PORT', '0', 'port', 0],
    ['HOST', '::', 'host', '::'],
    ['QUARTERDECK_DEMO', 'off', 'demo', null],
    ['QUARTERDECK_DEMO', '.05', 'demo', 0.05],
    ['QUARTERDECK_DEMO', '200', 'demo', 200],
    ['QUARTERDECK_IDLE_HOURS', '.25', 'idleHours', 0.25],
    ['DATABASE_URL', 'postgresql://ada@db/quarterdeck', 'databaseUrl', 'postgresql://ada@db/quarterdeck'],
    ['QUARTERDECK_UPSTREAM', 'https://portal.example/msp/', 'upstream', 'https://portal.example/msp'],
    ['QUARTERDECK_HSTS', 'max-age=0', 'hsts', 'max-age=0'],
    ['QUARTERDECK_SITES', 'off', 'sites', []],
    ['QUARTERDECK_SITES', 'https://a.example, http://b:81', 'sites', ['https://a.example', 'http://b:81']],
    ['LOG_LEVEL', 'silent', 'logLevel', 'silent'],
  ] as const)('takes %s=%s', (name, text, key, value) => {
    expect(readConfig({ [name]: text })[key]).toEqual(value)
  })

  it.each([
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', '-1'],
    ['PORT', 'http'],
    ['HOST', 'my host'],
    ['QUARTERDECK_DEMO', '0'],
    ['QUARTERDECK_DEMO', '201'],
    ['QUARTERDECK_DEMO', 'yes'],
    ['QUARTERDECK_IDLE_HOURS', '0'],
    ['QUARTERDECK_IDLE_HOURS', '12.5'],
    ['QUARTERDECK_HSTS', 'off'],
    ['QUARTERDECK_HSTS', 'includeSubDomains'],
    ['QUARTERDECK_HSTS', 'max-age=31536000; preload'],
    ['QUARTERDECK_HSTS', 'max-age=0; Set-Cookie: a=b'],
    ['QUARTERDECK_SITES', 'null'],
    ['QUARTERDECK_SITES', 'tools.example'],
    ['QUARTERDECK_SITES', 'https://tools.example/'],
    ['QUARTERDECK_SITES', 'https://Tools.example'],
    ['LOG_LEVEL', 'verbose'],
  ])('refuses %s=%s in one sentence that shows the value', (name, text) => {
    expect(sentencesOf({ [name]: text })).toEqual([
      expect.stringMatching(new RegExp(`^${name} must be .*; it is "${text}"\\.$`)),
    ])
  })

  it.each([
    ['DATABASE_URL', 'mysql://ada:hunter2@db/quarterdeck'],
    ['DATABASE_REPLICA_URLS', 'postgres://db/a, postgres://ada:hunter2@db/b https://db'],
    ['QUARTERDECK_RATE_LIMIT', '-1'],
    ['QUARTERDECK_RATE_LIMIT', '10/s'],
    ['QUARTERDECK_METRICS_PORT', '0'],
    ['QUARTERDECK_ADMIN_KEY', 'hunter2'],
    ['QUARTERDECK_ADMIN_KEY', 'hunter2 and twenty-five more characters'],
    ['QUARTERDECK_SECRET', 'hunter2'],
    ['QUARTERDECK_UPSTREAM', 'https://ada:hunter2@portal.example'],
    ['QUARTERDECK_UPSTREAM', 'https://portal.example?key=hunter2'],
    ['QUARTERDECK_UPSTREAM', 'ftp://hunter2.example'],
  ])('refuses a wrong %s without revealing the secret in it', (name, text) => {
    const sentences = sentencesOf({ [name]: text })
    expect(sentences).toEqual([expect.stringMatching(new RegExp(`^${name} must .*\\.$`))])
    expect(sentences.join()).not.toContain('hunter2')
  })

  it('reports every error at once, and suggests the right name for a misspelt one', () => {
    expect(sentencesOf({ PORT: 'x', QUARTERDECK_DATAS: '/srv', QUARTERDECK_COLOUR: 'blue' })).toEqual([
      'QUARTERDECK_DATAS is not a setting. Did you mean QUARTERDECK_DATA?',
      'QUARTERDECK_COLOUR is not a setting. See docs/configuration.md for the list.',
      'PORT must be a whole number from 0 to 65535; it is "x".',
    ])
  })

  it('leaves out what Kubernetes sets for Services of its name', () => {
    const serviceVariables = (name: string) => ({
      [`${name}_SERVICE_HOST`]: '10.0.0.7',
      [`${name}_SERVICE_PORT`]: '4420',
      [`${name}_SERVICE_PORT_HTTP`]: '4420',
      [`${name}_PORT`]: 'tcp://10.0.0.7:4420',
      [`${name}_PORT_4420_TCP`]: 'tcp://10.0.0.7:4420',
      [`${name}_PORT_4420_TCP_PROTO`]: 'tcp',
      [`${name}_PORT_4420_TCP_PORT`]: '4420',
      [`${name}_PORT_4420_TCP_ADDR`]: '10.0.0.7',
    })
    const { metricsPort } = readConfig({
      ...serviceVariables('QUARTERDECK'),
      ...serviceVariables('QUARTERDECK_METRICS'),
    })
    expect(metricsPort).toBe(undefined)
    expect(sentencesOf({ QUARTERDECK_PORT: '4420' })).toEqual([
      'QUARTERDECK_PORT is not a setting. See docs/configuration.md for the list.',
    ])
  })

  it('takes no blank at the ends of a value, as in a file with Windows line ends', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://db/x \r', QUARTERDECK_SITES: ' off ' })).toMatchObject({
      databaseUrl: 'postgres://db/x',
      sites: [],
    })
    // A database may be there already.
    expect(sentencesOf({ QUARTERDECK_DATA: '/data\r' })).toEqual([
      'QUARTERDECK_DATA must not start or end with a blank; it is "/data\\r". Remove the blank, and rename the folder if one was made under that name.',
    ])
    expect(sentencesOf({ QUARTERDECK_DATA: ' ' })).toEqual([
      expect.stringMatching(/^QUARTERDECK_DATA must not start or end with a blank; it is " "\. /),
    ])
  })

  it('keeps a blank at the end of QUARTERDECK_SECRET, because sessions are encrypted with it', () => {
    const secret = `${'x'.repeat(32)}\n`
    expect(readConfig({ QUARTERDECK_SECRET: secret }).secret).toBe(secret)
  })

  it.each(['DATABASE_URL', 'DATABASE_URL_FILE', 'QUARTERDECK_UPSTREAM', 'QUARTERDECK_UPSTREAM_FILE'])(
    'opens no new database because %s is empty',
    (name) => {
      for (const empty of ['', ' '])
        expect(sentencesOf({ [name]: empty })).toEqual([
          `${name} is empty. Set it, or remove it to use the embedded database.`,
        ])
      const [other = '', text = ''] = name.startsWith('DATABASE')
        ? ['QUARTERDECK_UPSTREAM', 'https://portal.example']
        : ['DATABASE_URL', 'postgres://db/x']
      expect(sentencesOf({ [name]: '', [other]: text })).toEqual([])
    },
  )

  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_ULR', 'DATABASE_URL'],
    ['DATABASEURL', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['DATABASE_URLFILE', 'DATABASE_URL_FILE'],
    ['DATABASE_REPLICA_URL', 'DATABASE_REPLICA_URLS'],
    ['DATABASE_DIRCT_URL', 'DATABASE_DIRECT_URL'],
  ])('opens no new database because DATABASE_URL is misspelt: %s', (name, right) => {
    expect(sentencesOf({ [name]: 'postgres://db/x' })).toEqual([`${name} is not a setting. Did you mean ${right}?`])
    const set = { DATABASE_URL: 'postgres://db/x', [right.replace(/_FILE$/, '')]: 'postgres://db/x' }
    expect(sentencesOf({ ...set, [name]: 'postgres://db/x' })).toEqual([])
  })

  it.each([
    'DATABASE_SSL',
    'DATABASE_HOST',
    'DATABASE_USER',
    'DATABASE_NAME',
    'DATABASE_URL_POOLED',
    'TEST_DATABASE_URL',
  ])('leaves %s to other programs', (name) => {
    expect(sentencesOf({ [name]: 'on' })).toEqual([])
  })

  it.each(['DATABASE_URI', 'DATABASEURL'])('leaves %s to other programs where it opens no database', (name) => {
    expect(sentencesOf({ [name]: 'postgres://db/x', QUARTERDECK_UPSTREAM: 'https://portal.example' })).toEqual([])
    expect(sentencesOf({ [name]: 'postgres://db/x' })).toEqual([expect.stringContaining('Did you mean')])
  })

  it('takes several replicas, but only with a primary', () => {
    const DATABASE_REPLICA_URLS = 'postgres://one/x, postgres://two/x\npostgresql://three/x'
    expect(readConfig({ DATABASE_URL: 'postgres://db/x', DATABASE_REPLICA_URLS }).replicaUrls).toEqual([
      'postgres://one/x',
      'postgres://two/x',
      'postgresql://three/x',
    ])
    expect(sentencesOf({ DATABASE_REPLICA_URLS })).toEqual([
      'DATABASE_REPLICA_URLS needs DATABASE_URL. Set DATABASE_URL to the primary, or remove the replicas.',
    ])
  })

  it('does not open a database beside an upstream', () => {
    expect(sentencesOf({ QUARTERDECK_UPSTREAM: 'https://portal.example', DATABASE_URL: 'postgres://db/x' })).toEqual([
      'DATABASE_URL and QUARTERDECK_UPSTREAM cannot be used together. Remove one of them.',
    ])
  })

  it('refuses itself as its upstream', () => {
    const QUARTERDECK_URL = 'https://intranet.example/console'
    expect(sentencesOf({ QUARTERDECK_URL, QUARTERDECK_UPSTREAM: 'https://intranet.example' })).toEqual([])
    expect(sentencesOf({ QUARTERDECK_URL, QUARTERDECK_UPSTREAM: 'https://Intranet.example:443/console/' })).toEqual([
      'QUARTERDECK_UPSTREAM and QUARTERDECK_URL are the same address, that of this console. Set QUARTERDECK_UPSTREAM to the server behind it.',
    ])
  })

  it.each([
    ['QUARTERDECK_SITES', 'off'],
    ['QUARTERDECK_RATE_LIMIT', '100'],
  ])('refuses %s where it would do nothing', (name, text) => {
    expect(sentencesOf({ QUARTERDECK_UPSTREAM: 'https://portal.example', [name]: text })).toEqual([
      `${name} and QUARTERDECK_UPSTREAM cannot be used together. Remove one of them.`,
    ])
  })

  it('matches docs/configuration.md', () => {
    const rows = fs
      .readFileSync('docs/configuration.md', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
    expect(rows).toEqual(
      Object.values<{ name: string; initial?: string; meaning: string }>(settings).map(
        ({ name, initial, meaning }) => `| \`${name}\` | ${initial ? `\`${initial}\`` : ''} | ${meaning} |`,
      ),
    )
  })
})
