import path from 'node:path'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { scopes } from '../contract/kit'
import { createApi, keptLists } from './api'
import type { Config } from './config'
import { keepLists } from './database/keeper'
import { listMemory } from './database/memory'
import { type Database, openDatabase } from './database/open'
import { isEmpty, settle } from './database/save'
import { createKey, ensureKey, hasKeys } from './keys'
import type { Observe } from './kit/http'
import { type Sessions, sessionsInDatabase, sessionsInMemory } from './sessions'
import type { Api } from './sign-in'
import { showProgress } from './start-screen'
import { upstream } from './upstream'

/** What stands behind the gateway: our own API over a database, or another server of it. */
export type Backend = {
  api: Api
  /** A key of every scope that lasts as long as a session; null where keys are made elsewhere. */
  mintKey: () => Promise<string | null>
  sessions: Sessions
  /** The text of the key that a first start made, to be shown once. */
  firstKey: string | null
  /** Where the data is, in words. */
  place: string
  ready: () => Promise<boolean>
  close: () => Promise<void>
}

export const openBackend = (config: Config, log: Logger, observe: Observe): Promise<Backend> =>
  config.upstream ? forwarding(config.upstream, config.idleHours) : answering(config, log, observe)

const forwarding = async (origin: string, idleHours: number): Promise<Backend> => ({
  api: upstream(origin),
  mintKey: async () => null,
  sessions: sessionsInMemory(idleHours),
  firstKey: null,
  place: origin,
  ready: async () => true,
  close: async () => {},
})

const answering = async (config: Config, log: Logger, observe: Observe): Promise<Backend> => {
  const database = await openDatabase({
    url: config.databaseUrl,
    folder: config.folder,
    replicas: config.replicaUrls && { urls: config.replicaUrls, log },
  })
  try {
    const firstKey = await database.alone(async () => {
      if (config.demo !== null && (await isEmpty(database))) await fill(database, config.demo)
      // Last, because a key that was made and not shown would be lost.
      return makeFirstKey(database, config.adminKey)
    })
    const { pointsPerMinute, sites } = config
    const lists = listMemory()
    const api = createApi({ database, log, pointsPerMinute, observe, lists, sites })
    const keeper = keepLists(database, lists, keptLists)
    return {
      api: async (request, arrived) => api.fetch(request, { arrived }),
      mintKey: async () => (await createKey(database, linkKey(new Date()))).key,
      sessions: sessionsInDatabase(database, config.idleHours),
      firstKey,
      place: config.databaseUrl ? databaseName(config.databaseUrl) : path.resolve(config.folder),
      ready: database.ready,
      close: async () => {
        await keeper.stop()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

const makeFirstKey = async (database: Database, adminKey: string | undefined) => {
  if (adminKey) await ensureKey(database, { name: 'Admin key', key: adminKey, scopes })
  if (await hasKeys(database)) return null
  return (await createKey(database, { name: 'First key', scopes, expiresAt: null, createdBy: null })).key
}

/** In one transaction, so that a start that was interrupted leaves the database empty, and the next one makes it whole. */
const fill = async (database: Database, scale: number) => {
  const { makeSample } = await import('./demo/make')
  const progress = showProgress('Making the sample MSP')
  await database.transaction(async (executor) => {
    // A large one is thought up for longer than any other transaction may pause.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(executor)
    await makeSample(
      { ...database, sql: executor, transaction: (work) => work(executor) },
      { scale, onProgress: ({ resource, done, total }) => progress.step(inWords(resource), done, total) },
    )
  })
  await settle(database)
  progress.done()
}

const inWords = (resource: string) =>
  resource.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^nps/, 'NPS')

const halfDay = 12 * 3_600_000

const linkKey = (now: Date) => ({
  name: `Sign-in link, ${when.format(now).replace(',', '')}`,
  scopes,
  expiresAt: new Date(now.getTime() + halfDay),
  createdBy: null,
})

const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** A connection string without its password. */
const databaseName = (url: string) => {
  const { host, pathname } = new URL(url)
  return `PostgreSQL, ${pathname.slice(1)} at ${host}`
}
