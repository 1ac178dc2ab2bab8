import type { Sites } from './api/cors'
import { addressesOf } from './db/postgres/address'
import { oidcFaults, oidcSettings } from './http/oidc/settings'
import { parseNetworks } from './http/proxies'
import { mailFaults, mailSettings } from './mail/settings'
import { fail, leastSecretLength, readFile, type Setting, setting, urlOf } from './setting'
import { isSimilar } from './similar'

const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Every environment variable, in the order of docs/configuration.md. */
export const settings = {
  port: setting({
    name: 'PORT',
    initial: '4420',
    meaning: 'The port to listen on. 0 picks a free one.',
    read: (text) => {
      const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
      return port <= 65535 ? port : fail('must be a whole number from 0 to 65535')
    },
  }),
  host: setting({
    name: 'HOST',
    initial: '127.0.0.1',
    meaning: 'The address to listen on. 0.0.0.0 listens on every network interface.',
    read: (text) => (/^[\w.:-]+$/.test(text) ? text : fail('must be an IP address or a host name')),
  }),
  folder: setting({
    name: 'QUARTERDECK_DATA',
    initial: './data',
    meaning: 'The data folder: embedded database and session secret. Only one process can use it at a time.',
    read: (text) => text,
  }),
  databaseUrl: setting({
    name: 'DATABASE_URL',
    meaning:
      'A PostgreSQL database (15 or later) to use instead of the embedded one: postgres://user:password@host:5432/name. Of several hosts, as in host1,host2, the primary is used.',
    secret: true,
    read: (text) => postgresAddress(text),
  }),
  directUrl: setting({
    name: 'DATABASE_DIRECT_URL',
    meaning: 'The address of DATABASE_URL past its connection pooler, for migrations. Not needed behind PgBouncer.',
    secret: true,
    read: (text) =>
      addressesOf(postgresAddress(text)).length === 1 ? text : fail('must name one host, past the pooler'),
  }),
  replicaUrls: setting({
    name: 'DATABASE_REPLICA_URLS',
    meaning: 'Read replicas of DATABASE_URL, separated by spaces or commas.',
    secret: true,
    read: (text) => {
      const urls = text.split(/[\s,]+/).filter(Boolean)
      return urls.every(isPostgres)
        ? urls
        : fail('must be addresses such as postgres://user:password@host:5432/name, separated by spaces or commas')
    },
  }),
  adminKey: setting({
    name: 'QUARTERDECK_ADMIN_KEY',
    meaning:
      'An API key with every scope, for automated setups: at least 32 printable ASCII characters, no spaces. It works for as long as it is set.',
    secret: true,
    read: (text) =>
      /^[!-~]{32,}$/.test(text) ? text : fail('must have at least 32 printable ASCII characters and no spaces'),
  }),
  demo: setting({
    name: 'QUARTERDECK_DEMO',
    initial: '1',
    meaning: 'The size of the sample MSP in a new database: a factor above 0 and up to 200, or off for none.',
    read: (text) => {
      if (text === 'off') return null
      const scale = /^\d*\.?\d+$/.test(text) ? Number(text) : 0
      return scale > 0 && scale <= 200 ? scale : fail('must be off, or a number above 0 and up to 200')
    },
  }),
  secret: setting({
    name: 'QUARTERDECK_SECRET',
    meaning: `Encrypts browser sessions: at least ${leastSecretLength} characters, the same on every instance. If unset, a random one is created in the data folder.`,
    secret: true,
    read: (text) =>
      text.length >= leastSecretLength ? text : fail(`must have at least ${leastSecretLength} characters`),
  }),
  idleHours: setting({
    name: 'QUARTERDECK_IDLE_HOURS',
    initial: '4',
    meaning:
      'Hours without a request after which a browser session ends, from 0.1 to 12. Use the same value on every instance.',
    read: (text) => {
      const hours = /^\d*\.?\d+$/.test(text) ? Number(text) : 0
      return hours >= 0.1 && hours <= 12 ? hours : fail('must be a number from 0.1 to 12')
    },
  }),
  upstream: setting({
    name: 'QUARTERDECK_UPSTREAM',
    meaning:
      'Another server of this API, such as https://portal.example. Quarterdeck then serves only the web app and opens no database.',
    secret: true,
    read: (text) => {
      const url = urlOf(text)
      const plain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#]/.test(text)
      return plain
        ? url.href.replace(/\/+$/, '')
        : fail('must be an http or https address without a user, password, query or fragment')
    },
  }),
  ...oidcSettings,
  ...mailSettings,
  proxies: setting({
    name: 'QUARTERDECK_TRUSTED_PROXIES',
    initial: '127.0.0.0/8 ::1',
    meaning:
      'Proxies whose X-Forwarded-For, -Proto and -Host, or Forwarded, are believed: addresses and networks such as 10.0.0.0/8, separated by spaces or commas; off for none.',
    read: (text) =>
      parseNetworks(text === 'off' ? '' : text) ??
      fail('must be addresses or networks such as 10.0.0.0/8, separated by spaces or commas, or off'),
  }),
  hsts: setting({
    name: 'QUARTERDECK_HSTS',
    initial: 'max-age=31536000; includeSubDomains',
    meaning:
      'The Strict-Transport-Security header, sent over TLS. Leave out includeSubDomains if a subdomain has no TLS; max-age=0 revokes it.',
    read: (text) =>
      /^max-age=\d{1,10}(; includeSubDomains(; preload)?)?$/.test(text)
        ? text
        : fail('must be max-age=<seconds>, optionally followed by ; includeSubDomains and ; preload'),
  }),
  sites: setting({
    name: 'QUARTERDECK_SITES',
    initial: '*',
    meaning:
      'Sites whose scripts may call the API with their own key (CORS): origins such as https://tools.example, separated by spaces or commas; * for all, off for none.',
    read: (text): Sites => {
      if (text === '*') return text
      const sites = text === 'off' ? [] : text.split(/[\s,]+/).filter(Boolean)
      return sites.every((site) => urlOf(site)?.origin === site)
        ? sites
        : fail('must be *, off, or origins such as https://tools.example, without a path')
    },
  }),
  pointsPerMinute: setting({
    name: 'QUARTERDECK_RATE_LIMIT',
    initial: '6000',
    meaning: 'Points per key and minute: a read costs 1, a write 5. 0 turns the limit off.',
    read: (text) => (/^\d{1,9}$/.test(text) ? Number(text) : fail('must be a whole number from 0 to 999999999')),
  }),
  metricsPort: setting({
    name: 'QUARTERDECK_METRICS_PORT',
    meaning: 'A port on HOST that serves Prometheus metrics. Off if unset.',
    read: (text) => {
      const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
      return port >= 1 && port <= 65535 ? port : fail('must be a whole number from 1 to 65535')
    },
  }),
  logLevel: setting({
    name: 'LOG_LEVEL',
    meaning: `The lowest level that is logged, as JSON lines on standard error: ${levels.join(', ')}. If unset, info, or warn at a terminal.`,
    read: (text) => levels.find((level) => level === text) ?? fail(`must be one of ${levels.join(', ')}`),
  }),
}

type Settings = typeof settings
type ValueOf<S> = S extends { read: (text: string) => infer T }
  ? S extends { initial: string }
    ? T
    : T | undefined
  : never
export type Config = { [K in keyof Settings]: ValueOf<Settings[K]> }

/** Where the database is. */
export const placeOf = ({ databaseUrl: url, directUrl, folder }: Config) => ({ url, directUrl, folder })

/** The environment is invalid: one sentence per variable. */
export class InvalidConfig extends Error {
  constructor(readonly sentences: string[]) {
    super(sentences.join('\n'))
  }
}

/**
 * Reads the settings; an empty one counts as unset. Trims each, except QUARTERDECK_SECRET: trimmed, it would be another secret and
 * end all sessions. Throws InvalidConfig with every error.
 */
export const readConfig = (given: Record<string, string | undefined>): Config => {
  const environment = Object.fromEntries(
    Object.entries(given)
      .filter(([name, value]) => !isOfService(name, value))
      .map(([name, text]) => [name, name === settings.secret.name ? text : text?.trim()]),
  )
  const sentences = unknownNames(environment)
  const values = Object.entries<Setting<unknown>>(settings).map(([key, { name, initial, secret, read }]) => {
    try {
      const text = (secret && readSecretFile(environment, name, sentences)) || environment[name] || initial
      return [key, text === undefined ? undefined : read(text)]
    } catch (error) {
      sentences.push(
        `${name} ${(error as Error).message}${secret ? '' : `; it is ${JSON.stringify(environment[name])}`}.`,
      )
      return [key, undefined]
    }
  })
  const config: Config = Object.fromEntries(values)
  if (config.upstream)
    for (const name of ['DATABASE_URL', 'QUARTERDECK_ADMIN_KEY', 'QUARTERDECK_SITES', 'QUARTERDECK_RATE_LIMIT'])
      if (environment[name] || environment[fileNameOf(name)])
        sentences.push(`${name} and QUARTERDECK_UPSTREAM cannot be used together. Remove one of them.`)
  if (config.upstream && config.upstream === config.publicUrl)
    sentences.push(
      'QUARTERDECK_UPSTREAM and QUARTERDECK_URL are the same address, that of this console. Set QUARTERDECK_UPSTREAM to the server behind it.',
    )
  if (config.replicaUrls && !config.databaseUrl)
    sentences.push('DATABASE_REPLICA_URLS needs DATABASE_URL. Set DATABASE_URL to the primary, or remove the replicas.')
  if (config.directUrl && !config.databaseUrl)
    sentences.push('DATABASE_DIRECT_URL needs DATABASE_URL. Set DATABASE_URL to the pooler, or remove it.')
  if (!config.databaseUrl && !config.upstream)
    for (const name of ['DATABASE_URL', 'DATABASE_URL_FILE', 'QUARTERDECK_UPSTREAM', 'QUARTERDECK_UPSTREAM_FILE'])
      if (environment[name] === '')
        sentences.push(`${name} is empty. Set it, or remove it to use the embedded database.`)
  if (environment.QUARTERDECK_DATA !== given.QUARTERDECK_DATA)
    sentences.push(
      `QUARTERDECK_DATA must not start or end with a blank; it is ${JSON.stringify(given.QUARTERDECK_DATA)}. Remove the blank, and rename the folder if one was made under that name.`,
    )
  // What is not set is only a fault of its own when what was set could be read.
  if (sentences.length === 0) sentences.push(...oidcFaults(config), ...mailFaults(config))
  if (sentences.length > 0) throw new InvalidConfig(sentences)
  return config
}

/** Kubernetes sets these in each pod for a Service called quarterdeck or quarterdeck-metrics, not the operator. */
const isOfService = (name: string, value = '') =>
  /^QUARTERDECK_(\w+_)?(SERVICE_(HOST|PORT)|PORT_\d+_(TCP|UDP|SCTP))/.test(name) ||
  (/^QUARTERDECK_(\w+_)?PORT$/.test(name) && /^(tcp|udp|sctp):\/\//.test(value))

const fileNameOf = (name: string) => `${name}_FILE`

/** A secret from the file that is named in its place. */
const readSecretFile = (environment: Record<string, string | undefined>, name: string, sentences: string[]) => {
  const file = environment[fileNameOf(name)]
  if (!file) return undefined
  if (environment[name]) sentences.push(`${name} and ${fileNameOf(name)} are both set. Remove one of them.`)
  try {
    return readFile(file).trim() || fail('must name a file with the secret, and the file is empty')
  } catch (error) {
    sentences.push(`${fileNameOf(name)} ${(error as Error).message}.`)
    return undefined
  }
}

/** Otherwise a misspelt QUARTERDECK_DATA, or DATABASE_URL, would silently create a new database elsewhere. */
const unknownNames = (environment: Record<string, string | undefined>) => {
  const known = Object.values<Setting<unknown>>(settings).flatMap(({ name, secret }) =>
    secret ? [name, fileNameOf(name)] : [name],
  )
  const unknown = Object.keys(environment).filter((name) => !known.includes(name))
  const ownsData = !environment[settings.upstream.name] && !environment[fileNameOf(settings.upstream.name)]
  return unknown.flatMap((name) => {
    const isOurs = name.startsWith('QUARTERDECK_')
    // Other programs have names of their own that begin so, such as DATABASE_SSL.
    const close = known.find((candidate) =>
      isOurs
        ? isSimilar(candidate, name)
        : ownsData && candidate.startsWith('DATABASE_') && isSimilar(candidate, name, 1),
    )
    const meant = close?.replace(/_FILE$/, '')
    if (!isOurs && (!meant || environment[meant] || environment[fileNameOf(meant)])) return []
    return `${name} is not a setting. ${close ? `Did you mean ${close}?` : 'See docs/configuration.md for the list.'}`
  })
}

const isPostgres = (text: string) =>
  addressesOf(text).every((address) => ['postgres:', 'postgresql:'].includes(urlOf(address)?.protocol ?? ''))

const postgresAddress = (text: string): string =>
  isPostgres(text) ? text : fail('must be an address such as postgres://user:password@host:5432/name')
