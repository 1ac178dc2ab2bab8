import type { AddressInfo } from 'node:net'
import type { Hono } from 'hono'
import { pino } from 'pino'
import type { ApiHandler } from '../../../api/passed'
import type { Database } from '../../../db/database'
import { createApi } from '../../../public-api'
import { findStaffByEmail } from '../../../resources/users'
import { behindLocalProxy } from '../../../testing/local-proxy'
import { createGateway } from '../../gateway'
import { createHttpServer, type Fetch } from '../../http-server'
import { createSessionSeal } from '../../sessions/seal'
import { createDatabaseSessions, type SessionStore } from '../../sessions/store'
import type { WebApp } from '../../visitor'
import { openSingleSignOn } from '../open'
import type { PersonSessions } from '../person-sessions'
import { personSessionsInDatabase } from '../person-sessions-database'
import { defaultRoles } from '../roles'
import type { OidcSettings } from '../settings'

const secret = 'a secret of at least thirty-two characters'
export const label = 'Contoso'

type Behind = {
  api: ApiHandler
  sessions: SessionStore
  personSessions: PersonSessions
  findStaff: (email: string) => Promise<string | null>
  upstream: string | null
}

export const behindOf = (database: Database, now: () => Date): Behind => {
  const api = createApi({ database, log: pino({ level: 'silent' }) })
  return {
    api: async (request, passed) => api.fetch(request, passed),
    sessions: createDatabaseSessions(database, 4),
    personSessions: personSessionsInDatabase(database, 4, now),
    findStaff: (email) => findStaffByEmail(database, email),
    upstream: null,
  }
}

/** A port reserved before the console starts, because the provider must know its address. */
export const reserve = async () => {
  let gateway: Hono | null = null
  const answer: Fetch = async (request, env) => gateway?.fetch(request, env) ?? new Response(null)
  const { server } = createHttpServer(answer, { info: () => {} })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const publicUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    publicUrl,
    open: async (
      behind: Behind,
      settings: Pick<OidcSettings, 'issuer'> & Partial<OidcSettings>,
      o: { now: () => Date; keySignIn?: boolean; lines?: string[]; webApp?: WebApp },
    ) => {
      const log = pino({ level: 'info' }, { write: (line) => o.lines?.push(line) })
      const clientAddress = () => '192.0.2.1'
      const people = await openSingleSignOn({
        settings: {
          publicUrl,
          clientId: 'quarterdeck',
          clientSecret: 'hush',
          scopes: null,
          label,
          rolesClaim: 'roles',
          roles: defaultRoles,
          ...settings,
        },
        sessions: behind.personSessions,
        secret,
        findStaff: behind.findStaff,
        clientAddress,
        log,
        now: o.now,
      })
      gateway = createGateway({
        ...behind,
        people,
        keySignIn: o.keySignIn ?? true,
        seal: createSessionSeal(secret),
        redeem: async () => null,
        webApp: o.webApp ?? null,
        ready: async () => true,
        hsts: 'max-age=0',
        connectionOf: behindLocalProxy,
        clientAddress,
        log,
      })
    },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
