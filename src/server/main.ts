import fs from 'node:fs'
import path from 'node:path'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Logger } from 'pino'
import { basePath } from '../contract/core/base-path'
import type { ReadBrief } from '../contract/core/brief-document'
import type { ResolvePage } from '../contract/core/ssr-protocol'
import { openBackend } from './backend'
import { createBriefs, type MakeBrief } from './briefs/make'
import type { Config } from './config'
import { mountAt } from './http/base-path'
import { clientAddress } from './http/client-address'
import { createGateway } from './http/gateway'
import { createHttpServer } from './http/http-server'
import { listen } from './http/listen'
import { serveMetrics } from './http/metrics'
import { oidcSettingsOf } from './http/oidc/settings'
import { connectionReader } from './http/proxies'
import { createSessionSeal, loadOrCreateSecret } from './http/sessions/seal'
import { createSignInCodes } from './http/sessions/sign-in-codes'
import { createLog } from './log'
import { noBriefs } from './resources/briefs/briefs'
import { createWebApp } from './ssr/web-app'
import { showStartScreen } from './start-screen'

/** Starts serving; resolves to a function that stops it. */
export const start = async (config: Config) => {
  // Listen first, so that a port in use is reported before a database is created; early requests wait.
  const base = basePathOfUrl(config.publicUrl)
  const log = createLog(config.logLevel)
  const { server, stop, isStopping } = createHttpServer(
    mountAt(base, async (...request) => (await started).gateway.fetch(...request)),
    log,
  )
  const started = listen(server, { ...config, portSetting: 'PORT' }).then(() => open(config, base, log, isStopping))
  const opened = await started
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  show(config, opened, originOf(config.host, port) + base)
  return async () => {
    await stop()
    await opened.briefs.close()
    await opened.backend.close()
  }
}

const open = async (config: Config, base: string, log: Logger, isStopping: () => boolean) => {
  const secret = config.secret ?? (await loadOrCreateSecret(config.folder, !config.databaseUrl && !config.upstream))
  const seal = createSessionSeal(secret)
  const codes = createSignInCodes()
  const metrics = config.metricsPort === undefined ? null : await serveMetrics(config.host, config.metricsPort, log)
  // The database opens in its own thread while this one loads the web app.
  const web = createWebApp(path.join(import.meta.dirname, '../web'), {
    load: async () => (await loadWeb(base)).resolvePage,
    base,
    failed: (err) => {
      log.error({ err }, 'a page could not be rendered')
      return null
    },
  })
  const briefs = createBriefs(new URL('./brief-worker.js', import.meta.url), async (...wanted) =>
    (await loadWeb(base)).readBrief(...wanted),
  )
  const makeBrief: MakeBrief = async (...wanted) => ((await web) ? briefs.make : noBriefs)(...wanted)
  const [backend, webApp] = await Promise.all([
    openBackend(config, base, log, metrics?.observe ?? (() => {}), makeBrief),
    web,
  ])
  const settings = oidcSettingsOf(config)
  const people =
    settings &&
    (await (
      await import('./http/oidc/open')
    ).openSingleSignOn({
      ...{ settings, secret, clientAddress, log },
      sessions: backend.personSessions,
      findStaff: backend.findStaff,
    }))
  const readConnection = connectionReader(config.proxies)
  const gateway = createGateway({
    people,
    keySignIn: config.keySignIn,
    api: backend.api,
    seal,
    sessions: backend.sessions,
    redeem: async (code) => (codes.redeem(code) ? backend.mintKey() : null),
    webApp,
    upstream: config.upstream ?? null,
    ready: async () => !isStopping() && (await backend.ready()),
    clientAddress,
    hsts: config.hsts,
    connectionOf: (c) => readConnection(getConnInfo(c).remote.address ?? '', c.req.raw),
    base,
    log,
  })
  return { backend, briefs, codes, gateway, firstKey: await backend.begin() }
}

/** The path of QUARTERDECK_URL, without a slash at its end. */
const basePathOfUrl = (publicUrl: string | undefined) =>
  publicUrl ? new URL(publicUrl).pathname.replace(/\/$/, '') : ''

/** The built web app, which renders its pages here as it does in the browser. The start does not wait for it. */
const loadWeb = async (base: string) => {
  const file = new URL('./entry-server.js', import.meta.url)
  // Whatever the shell has set: the package has React's production build alone.
  process.env.NODE_ENV = 'production'
  Object.assign(globalThis, { consoleBasePath: base })
  const web: { resolvePage: ResolvePage; readBrief: ReadBrief } = await import(file.href)
  return web
}

/** Wildcard addresses are for listening only; a local browser uses the loopback address. */
const originOf = (host: string, port: number) => {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

/** Away from a terminal, as under systemd, what is printed is kept. */
const firstKeyNote = (isTerminal: boolean) =>
  isTerminal
    ? 'Has every scope. Save it now; you won’t see it again.'
    : 'Has every scope. Save it now. If this output is kept as a log, create a key of your own and revoke “First key”.'

type Opened = Awaited<ReturnType<typeof open>>

/** Whether systemd keeps what is printed, as systemd.exec(5) has programs find out. */
const isJournal = () => {
  const { dev, ino } = fs.fstatSync(process.stdout.fd)
  return process.env.JOURNAL_STREAM === `${dev}:${ino}`
}

const show = (config: Config, { backend, codes, firstKey }: Opened, origin: string) => {
  // Behind a proxy the link needs the public address, not the one that we listen on.
  const publicAddress = config.publicUrl?.replace(/\/$/, '') ?? origin
  const isLoopback = /^(127\.|localhost$|::1$)/.test(config.host)
  const hasLink = !config.upstream && !backend.whyReadOnly && ((isLoopback && !isJournal()) || firstKey !== null)
  showStartScreen([
    ...(hasLink
      ? [
          {
            label: 'Sign in',
            value: `${publicAddress}/sign-in#code=${codes.issue()}`,
            note: 'Works once, within 10 minutes.',
          },
        ]
      : []),
    { label: 'Address', value: origin },
    { label: 'API', value: `${origin}${basePath}` },
    ...(config.oidcIssuer ? [{ label: 'Staff', value: `${config.publicUrl}, by ${config.oidcLabel}` }] : []),
    ...(firstKey ? [{ label: 'API key', value: firstKey, note: firstKeyNote(process.stdout.isTTY) }] : []),
    {
      label: config.upstream ? 'In front of' : 'Data',
      value: backend.dataLocation,
      ...(backend.whyReadOnly && { note: backend.whyReadOnly }),
    },
    { label: 'Stop', value: 'Ctrl+C' },
  ])
}
