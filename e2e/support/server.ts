import { test as base, expect, type Page } from '@playwright/test'
import { basePath } from '../../src/contract/core/base-path'
import { tooLong } from '../../src/contract/core/ssr-protocol'
import { type AnsweringServer, startAnsweringServer } from './answering-server'
import { adminKey, copyOfSample, type Server, startServer } from './instance'
import { throughPrism } from './validated'

const startSample = process.env.E2E_VALIDATED ? throughPrism(startServer) : startServer

/** Servers over copies of one sample: one that all tests read, and one per file that writes. */
const sampleServers = () => {
  const running = new Map<string, { server: Server; remove: () => Promise<void> }>()
  const stop = async (name: string) => {
    const { server, remove } = running.get(name) ?? {}
    running.delete(name)
    await server?.stop()
    await remove?.()
  }
  const named = async (name: string) => {
    const known = running.get(name)
    if (known) return known.server
    for (const other of running.keys()) if (other !== shared) await stop(other)
    const { folder, remove } = await copyOfSample()
    const server = await startSample(folder, { QUARTERDECK_DEMO: 'off' })
    running.set(name, { server, remove })
    return server
  }
  return { named, stop: () => Promise.all([...running.keys()].map(stop)) }
}

const shared = 'shared'

/** Whether a key or a person has written; what the server does by itself, as at its start, is in the audit log as well. */
const isWritten = async ({ origin }: Server) => {
  const response = await fetch(`${origin}${basePath}/audit-events?limit=100`, {
    headers: { authorization: `Bearer ${adminKey}` },
  })
  const { data } = (await response.json()) as { data: { key: { name: string } | null }[] }
  return data.some(({ key }) => key?.name !== 'The server')
}

type Options = {
  /** True for a file whose tests write or need a fresh server: `test.use({ ownServer: true })`. */
  ownServer: boolean
  server: Server
  /** Fails a test whose page threw an error or violated the Content Security Policy. */
  noFaults: undefined
}

/** A test file with worker fixtures of its own would have a worker of its own, so all of them are here. */
type Workers = { servers: ReturnType<typeof sampleServers>; answering: AnsweringServer }

export const test = base.extend<Options, Workers>({
  ownServer: [false, { option: true }],
  servers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from the pattern
    async ({}, use) => {
      const servers = sampleServers()
      await use(servers)
      await servers.stop()
    },
    { scope: 'worker' },
  ],
  answering: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const answering = await startAnsweringServer()
      await use(answering)
      await answering.stop()
    },
    { scope: 'worker' },
  ],
  server: async ({ servers, ownServer }, use, { file }) => {
    const server = await servers.named(ownServer ? file : shared)
    await use(server)
    if (!ownServer && (await isWritten(server)))
      throw new Error('This test wrote to the server that others read from: its file needs ownServer.')
  },
  page: async ({ page, server }, use) => {
    const [goto, reload, route] = [page.goto.bind(page), page.reload.bind(page), page.route.bind(page)]
    // A test that mocks API responses needs the browser to fetch them, so the page is rendered without data.
    page.route = async (url, handler, options) => {
      if (!String(url).includes('assets')) await leftToScript(page, server)
      return route(url, handler, options)
    }
    page.goto = async (address, options) => {
      if (address.startsWith('/'))
        throw new Error(`Write “.${address}”, which the base path of the server comes before.`)
      const response = await goto(address, options)
      if (options?.waitUntil !== 'commit') await hydrated(page)
      return response
    }
    page.reload = async (options) => {
      const response = await reload(options)
      await hydrated(page)
      return response
    }
    await use(page)
    // A request that was passed on may be answered only now.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  /** Tests name pages as './companies', so that they run below any base path. */
  baseURL: async ({ server }, use) => {
    await use(`${server.origin}/`)
  },
  noFaults: [
    async ({ context }, use) => {
      const faults: string[] = []
      context.on('weberror', (error) => faults.push(error.error().message))
      context.on('console', (message) => {
        if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text())) faults.push(message.text())
      })
      await use(undefined)
      expect(faults).toEqual([])
    },
    { auto: true },
  ],
})

/** Waits for hydration: a server-rendered page is complete but inert. */
export const hydrated = (page: Page) => page.locator('#root[data-ssr]').waitFor({ state: 'detached', timeout: 60_000 })

/** Makes the browser fetch all data, as with settings stored only in this browser. */
export const leftToScript = (page: Page, { origin }: Server) =>
  page.context().addCookies([{ name: 'views', value: encodeURIComponent(tooLong), url: `${origin}/` }])

/** Signs the browser in without the sign-in page. */
export const signIn = async (page: Page, { origin }: Server, key = adminKey) => {
  const response = await page.request.post(`${origin}/session`, {
    headers: { origin: new URL(origin).origin },
    data: { key },
  })
  if (!response.ok()) throw new Error(`Signing in answered ${response.status()}: ${await response.text()}`)
}

/** A busy server may send a page without its rows, so this may take several visits, for all of the test’s time. */
export const eventually = (visit: () => Promise<void>) => expect(visit).toPass()
export const soon = { timeout: 500 }
