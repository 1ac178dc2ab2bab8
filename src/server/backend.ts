import path from 'node:path'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { scopes } from '../contract/core/scopes'
import { createOwnKey, hasKeys, setAdminKey } from './api/keys'
import type { Observe } from './api/middleware'
import type { ApiHandler } from './api/passed'
import type { MakeBrief } from './briefs/make'
import { type Config, placeOf } from './config'
import { serveControl } from './control/server'
import { startTableChecker } from './db/check'
import { type Database, openDatabase } from './db/database'
import { createListCache } from './db/list-engine/list-cache'
import { startStatsRefresher } from './db/list-engine/stats-refresher'
import { placeIn } from './db/postgres/address'
import { explained } from './db/postgres/opening-failure'
import { whyReadOnly } from './db/read-only'
import { type PersonSessions, personSessionsInMemory } from './http/oidc/person-sessions'
import { personSessionsInDatabase } from './http/oidc/person-sessions-database'
import { withRoleKeys } from './http/role-keys'
import { createDatabaseSessions, createMemorySessions, type SessionStore } from './http/sessions/store'
import { createUpstream } from './http/upstream'
import { withBriefs } from './http/upstream-briefs'
import { mailerOf } from './mail/mailer'
import { startBriefSender } from './mail/sender'
import { createApi } from './public-api'
import { inMemoryFigures, tables, trackedLists } from './resources/registry'
import { isDatabaseEmpty, vacuumAnalyze } from './resources/save-records'
import { findStaffByEmail } from './resources/users'
import { showProgress } from './start-screen'

/** What the gateway forwards API requests to: our own API over a database, or another server. */
export type Backend = {
  api: ApiHandler
  /** Creates a key with every scope that lasts as long as a session; null if keys are managed elsewhere. */
  mintKey: () => Promise<string | null>
  sessions: SessionStore
  personSessions: PersonSessions
  /** The staff user with an e-mail address; null where users are another server's. */
  findStaff: (email: string) => Promise<string | null>
  /** Makes the first key, whose text is shown once, and starts sending briefs. */
  begin: () => Promise<string | null>
  /** Where the data is, for the start screen. */
  dataLocation: string
  /** Why the data can only be read, or null. */
  whyReadOnly: string | null
  ready: () => Promise<boolean>
  close: () => Promise<void>
}

export const openBackend = (
  config: Config,
  base: string,
  log: Logger,
  observe: Observe,
  makeBrief: MakeBrief,
): Promise<Backend> =>
  config.upstream
    ? openUpstreamBackend(config.upstream, config, log, observe, makeBrief)
    : openDatabaseBackend(config, base, log, observe, makeBrief)

const openUpstreamBackend = async (
  origin: string,
  { idleHours, upstreamKeys = [] }: Config,
  log: Logger,
  observe: Observe,
  makeBrief: MakeBrief,
): Promise<Backend> => ({
  api: observed(withBriefs(withRoleKeys(createUpstream(origin), upstreamKeys, log), makeBrief, log), observe),
  mintKey: async () => null,
  sessions: createMemorySessions(idleHours),
  personSessions: personSessionsInMemory(idleHours),
  findStaff: async () => null,
  begin: async () => null,
  dataLocation: origin,
  whyReadOnly: null,
  ready: async () => true,
  close: async () => {},
})

/** Operations are the other server’s, so all count as one. */
const observed =
  (api: ApiHandler, observe: Observe): ApiHandler =>
  async (request, passed) => {
    const start = performance.now()
    const response = await api(request, passed)
    observe({ operation: 'upstream', status: response.status, seconds: (performance.now() - start) / 1000 })
    return response
  }

const openDatabaseBackend = async (
  config: Config,
  base: string,
  log: Logger,
  observe: Observe,
  makeBrief: MakeBrief,
): Promise<Backend> => {
  const database = await openDatabase({
    ...placeOf(config),
    replicas: config.replicaUrls && { urls: config.replicaUrls, log },
  })
  try {
    const readOnly = await whyReadOnly(database.sql)
    if (readOnly) log.warn(readOnly)
    const { demo } = config
    if (demo !== null)
      await database.exclusively(async () => {
        if (await isDatabaseEmpty(database)) await fill(database, demo)
      })
    const { pointsPerMinute, sites } = config
    const lists = createListCache()
    for (const figures of inMemoryFigures) figures.follow(lists)
    const mailer = mailerOf(config)
    const app = createApi({ database, log, pointsPerMinute, observe, lists, sites, base, makeBrief, mailer })
    const running = new Set<Promise<Response>>()
    const api: ApiHandler = (request, passed) => {
      const answer = Promise.resolve(app.fetch(request, passed))
      running.add(answer)
      return answer.finally(() => running.delete(answer))
    }
    let sender: ReturnType<typeof startBriefSender> | null = null
    const refresher = startStatsRefresher(database, lists, trackedLists, log)
    const control = config.databaseUrl ? null : await serveControl(database, config.folder, log)
    const checker = startTableChecker(database, lists, Object.values(tables), log)
    return {
      api,
      mintKey: () => createOwnKey(database, 'sign-in link', linkKey(new Date())),
      sessions: createDatabaseSessions(database, config.idleHours),
      personSessions: personSessionsInDatabase(database, config.idleHours),
      findStaff: (email) => findStaffByEmail(database, email),
      begin: async () => {
        const firstKey = readOnly
          ? null
          : await database
              .exclusively(() => makeFirstKey(database, config.adminKey, log))
              .catch((error) => {
                throw explained(config.databaseUrl, error)
              })
        sender = startBriefSender({ database, api, mailer, log })
        return firstKey
      },
      dataLocation: config.databaseUrl ? databaseName(config.databaseUrl) : path.resolve(config.folder),
      whyReadOnly: readOnly,
      ready: database.ready,
      close: async () => {
        await sender?.stop()
        // Requests of a page can outlive the user’s connection.
        await Promise.allSettled(running)
        await control?.close()
        await checker.stop()
        await refresher.stop()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw explained(config.databaseUrl, error)
  }
}

const makeFirstKey = async (database: Database, adminKey: string | undefined, log: Logger) => {
  const problem = await setAdminKey(database, adminKey)
  if (problem) log.warn(problem)
  if (await hasKeys(database)) return null
  return createOwnKey(database, 'first key', { name: 'First key', scopes, expiresAt: null })
}

/** In one transaction: an interrupted start leaves the database empty, and the next one completes the sample. */
const fill = async (database: Database, scale: number) => {
  const { makeSample } = await import('./demo/make')
  const progress = showProgress('Creating the sample MSP')
  await database.transaction(async (executor) => {
    // A large sample takes longer to generate than a transaction may idle.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(executor)
    await makeSample(
      { ...database, sql: executor, transaction: (work) => work(executor) },
      { scale, onProgress: ({ resource, done, total }) => progress.step(inWords(resource), done, total) },
    )
  })
  await vacuumAnalyze(database)
  progress.done()
}

const inWords = (resource: string) =>
  resource.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^nps/, 'NPS')

const halfDay = 12 * 3_600_000

const linkKey = (now: Date) => ({
  name: `Sign-in link, ${when.format(now).replace(',', '')}`,
  scopes,
  expiresAt: new Date(now.getTime() + halfDay),
})

const when = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** A connection string without its password. */
const databaseName = (url: string) => {
  const { database, hosts } = placeIn(url)
  return `PostgreSQL, ${database} at ${hosts}`
}
