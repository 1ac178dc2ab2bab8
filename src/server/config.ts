import type { Sites } from './api/cors'
import { isSimilar } from './api/validate'
import { oidcFaults, oidcSettings } from './http/oidc/settings'
import { type Setting, setting, urlOf, wrong } from './setting'

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Every name that sets the program, in the order of docs/configuration.md. */
export const settings = {
  port: setting({
    name: 'PORT',
    initial: '4420',
    meaning: 'The port to listen on; 0 takes a free one.',
    read: (text) => {
      const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
      return port <= 65535 ? port : wrong('must be a whole number from 0 to 65535')
    },
  }),
  host: setting({
    name: 'HOST',
    initial: '127.0.0.1',
    meaning: 'The address to listen on; 0.0.0.0 for every network of this machine.',
    read: (text) => (/^[\w.:-]+$/.test(text) ? text : wrong('must be an IP address or a host name')),
  }),
  folder: setting({
    name: 'QUARTERDECK_DATA',
    initial: './data',
    meaning: 'The folder of the embedded database and of the secret. One process at a time uses it.',
    read: (text) => text,
  }),
  databaseUrl: setting({
    name: 'DATABASE_URL',
    meaning:
      'A PostgreSQL database (15 or later), as postgres://user:password@host:5432/name, in place of the embedded one.',
    secret: true,
    read: (text) =>
      isPostgres(text) ? text : wrong('must be an address such as postgres://user:password@host:5432/name'),
  }),
  replicaUrls: setting({
    name: 'DATABASE_REPLICA_URLS',
    meaning:
      'Replicas of DATABASE_URL to read from as far as they have got, as addresses with spaces or commas between them.',
    secret: true,
    read: (text) => {
      const urls = text.split(/[\s,]+/).filter(Boolean)
      return urls.every(isPostgres)
        ? urls
        : wrong('must be addresses such as postgres://user:password@host:5432/name, with spaces or commas between them')
    },
  }),
  adminKey: setting({
    name: 'QUARTERDECK_ADMIN_KEY',
    meaning:
      'An API key with every scope, for scripted set-ups: at least 32 printable ASCII characters without spaces. It works as long as it stands here.',
    secret: true,
    read: (text) =>
      /^[!-~]{32,}$/.test(text) ? text : wrong('must have at least 32 printable ASCII characters and no spaces'),
  }),
  demo: setting({
    name: 'QUARTERDECK_DEMO',
    initial: '1',
    meaning: 'How large a sample MSP an empty database gets: a scale above 0 and up to 200, or off.',
    read: (text) => {
      if (text === 'off') return null
      const scale = /^\d*\.?\d+$/.test(text) ? Number(text) : 0
      return scale > 0 && scale <= 200 ? scale : wrong('must be off, or a number above 0 and up to 200')
    },
  }),
  secret: setting({
    name: 'QUARTERDECK_SECRET',
    meaning:
      'Seals browser sessions: at least 32 characters, the same for every instance. Else one is made and kept in the data folder.',
    secret: true,
    read: (text) => (text.length >= 32 ? text : wrong('must have at least 32 characters')),
  }),
  idleHours: setting({
    name: 'QUARTERDECK_IDLE_HOURS',
    initial: '4',
    meaning:
      'After how many hours without a request a browser session ends, from 0.1 to 12. The same for every instance.',
    read: (text) => {
      const hours = /^\d*\.?\d+$/.test(text) ? Number(text) : 0
      return hours >= 0.1 && hours <= 12 ? hours : wrong('must be a number from 0.1 to 12')
    },
  }),
  upstream: setting({
    name: 'QUARTERDECK_UPSTREAM',
    meaning:
      'A server of the same API, such as https://portal.example, to put the web app in front of. No database is opened then.',
    secret: true,
    read: (text) => {
      const url = urlOf(text)
      const plain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#]/.test(text)
      return plain
        ? url.href.replace(/\/+$/, '')
        : wrong('must be an http or https address without user, password, query or fragment')
    },
  }),
  ...oidcSettings,
  hsts: setting({
    name: 'QUARTERDECK_HSTS',
    initial: 'max-age=31536000; includeSubDomains',
    meaning:
      'Strict-Transport-Security, told over TLS. Leave includeSubDomains out where a subdomain of the host has no TLS; max-age=0 takes it back.',
    read: (text) =>
      /^max-age=\d{1,10}(; includeSubDomains(; preload)?)?$/.test(text)
        ? text
        : wrong('must be max-age=<seconds>, and may go on with ; includeSubDomains and then ; preload'),
  }),
  sites: setting({
    name: 'QUARTERDECK_SITES',
    initial: '*',
    meaning:
      'Sites whose scripts may use the API, with a key of their own: origins such as https://tools.example with spaces or commas between them; * is every site, off none.',
    read: (text): Sites => {
      if (text === '*') return text
      const sites = text === 'off' ? [] : text.split(/[\s,]+/).filter(Boolean)
      return sites.every((site) => urlOf(site)?.origin === site)
        ? sites
        : wrong('must be *, off, or origins such as https://tools.example without a path')
    },
  }),
  pointsPerMinute: setting({
    name: 'QUARTERDECK_RATE_LIMIT',
    initial: '6000',
    meaning: 'What a key may use in a minute: a read costs 1, a write 5. 0 is no limit.',
    read: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : wrong('must be a whole number from 0 to 999999999')),
  }),
  metricsPort: setting({
    name: 'QUARTERDECK_METRICS_PORT',
    meaning: 'A port of HOST for Prometheus to read metrics from; without it there are none.',
    read: (text) => {
      const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
      return port >= 1 && port <= 65535 ? port : wrong('must be a whole number from 1 to 65535')
    },
  }),
  logLevel: setting({
    name: 'LOG_LEVEL',
    meaning: `What is logged, as JSON lines on standard error: ${levels.join(', ')}. Unless set, info, and warn at a terminal.`,
    read: (text) => levels.find((level) => level === text) ?? wrong(`must be one of ${levels.join(', ')}`),
  }),
}

type Settings = typeof settings
type ValueOf<S> = S extends { read: (text: string) => infer T }
  ? S extends { initial: string }
    ? T
    : T | undefined
  : never
export type Config = { [K in keyof Settings]: ValueOf<Settings[K]> }

/** The environment was wrong: one sentence for every name. */
export class WrongConfig extends Error {
  constructor(readonly sentences: string[]) {
    super(sentences.join('\n'))
  }
}

/** The program's settings; an empty value counts as none. Throws WrongConfig with everything that is wrong at once. */
export const readConfig = (environment: Record<string, string | undefined>): Config => {
  const sentences = unknownNames(environment)
  const values = Object.entries<Setting<unknown>>(settings).map(([key, { name, initial, secret, read }]) => {
    const text = environment[name] || initial
    try {
      return [key, text === undefined ? undefined : read(text)]
    } catch (error) {
      sentences.push(`${name} ${(error as Error).message}${secret ? '' : `; it is ${JSON.stringify(text)}`}.`)
      return [key, undefined]
    }
  })
  const config: Config = Object.fromEntries(values)
  if (config.upstream && config.databaseUrl)
    sentences.push('DATABASE_URL has no use beside QUARTERDECK_UPSTREAM. Leave one of them out.')
  if (config.upstream && config.adminKey)
    sentences.push('QUARTERDECK_ADMIN_KEY has no use beside QUARTERDECK_UPSTREAM. Leave one of them out.')
  if (config.replicaUrls && !config.databaseUrl)
    sentences.push('DATABASE_REPLICA_URLS has no use without DATABASE_URL. Set that to the primary, or leave it out.')
  // What is not set is only a fault of its own when what was set could be read.
  if (sentences.length === 0) sentences.push(...oidcFaults(config))
  if (sentences.length > 0) throw new WrongConfig(sentences)
  return config
}

/** A misspelt name would be ignored in silence otherwise, and a database with the wrong data made. */
const unknownNames = (environment: Record<string, string | undefined>) => {
  const known = Object.values<Setting<unknown>>(settings).map(({ name }) => name)
  return Object.keys(environment)
    .filter((name) => name.startsWith('QUARTERDECK_') && !known.includes(name))
    .map((name) => {
      const close = known.find((candidate) => isSimilar(candidate, name))
      return `${name} is not a setting. ${close ? `Did you mean ${close}?` : 'See docs/configuration.md for those that are.'}`
    })
}

const isPostgres = (text: string) => ['postgres:', 'postgresql:'].includes(urlOf(text)?.protocol ?? '')
