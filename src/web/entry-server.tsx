import { AsyncLocalStorage } from 'node:async_hooks'
import { text } from 'node:stream/consumers'
import { type Query, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { Router, useRoutes } from 'react-router-dom'
import type {
  CreatePageRenderer,
  DehydratedState,
  RenderResult,
  RequestContext,
  ServerFetch,
} from '../contract/core/ssr-protocol'
import { me } from '../contract/me'
import { Address } from './lib/address'
import { query, requestPath, setResponseCache, setTransport } from './lib/api/client'
import { setContextProvider } from './lib/request-context'
import { type PageAddress as At, type PageQuery, primaryQuery } from './record/prefetch'
import { Routes } from './router'
import { Shell } from './shell/shell'
import { DetailSkeleton } from './ui/details'
import { Page } from './ui/page/page'

type Visit = { reader: RequestContext; ask: ServerFetch | null }

/** A page is drawn for one reader while others are for theirs. */
const visits = new AsyncLocalStorage<Visit>()
const nobody: RequestContext = { locale: 'en-GB', zone: 'UTC', origin: 'https://quarterdeck.invalid', preferences: {} }

setContextProvider(() => visits.getStore()?.reader ?? nobody)
setTransport(async (path, { headers }) => {
  const ask = visits.getStore()?.ask
  if (!ask) throw new Error(`Nobody asks for ${path}.`)
  return ask(path, new Headers(headers).get('if-none-match') ?? undefined)
})

/** What was read for any page, up to so many characters. It is drawn for nobody before the API says that it is her answer too. */
const kept = new Map<string, unknown>()
const mostKept = 8_000_000
let length = 0

setResponseCache({
  get: (path) => kept.get(path),
  set: (path, answer, more) => {
    length += more
    if (length > mostKept) {
      kept.clear()
      length = more
    }
    kept.set(path, answer)
  },
})

/** Of what only leads elsewhere there is the frame. */
const leadsOn = ({ pathname }: At) => pathname === '/' || pathname === '/settings'

export const createPageRenderer: CreatePageRenderer = (at) => {
  const question = primaryQuery(at)
  const page = leadsOn(at) ? <Framed /> : <Routes />
  return {
    asks: question && requestPath(question.endpoint, question.sent),
    draw: (reader, ask) =>
      visits.run({ reader, ask }, async () => {
        const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
        try {
          const html = await settled(at, client, page, question)
          return { ...drawingOf(html), data: dataOf(client) }
        } finally {
          client.clear()
        }
      }),
  }
}

/** An answer leads to other questions, as that for a survey to the title of its company. */
const mostTurns = 5

/** Draws the page, reads what it asks for, and draws it again until it asks for nothing more. */
const settled = async (at: At, client: QueryClient, page: ReactNode, question: PageQuery | null) => {
  const cache = client.getQueryCache()
  const refused = new Set<string>()
  // What could not be read, or not all of it, is left for the page to ask for, and to tell why it fails.
  const read = async (one: Query) => {
    if (await isRead(one)) return
    refused.add(one.queryHash)
    cache.remove(one)
  }
  if (visits.getStore()?.ask) {
    // Asked before anything is drawn, so that a list is drawn once.
    const first: PageQuery[] = [{ endpoint: me.get, sent: {} }, ...(question ? [question] : [])]
    const reads = first.map(({ endpoint, sent }) =>
      cache.build(client, client.defaultQueryOptions(query(endpoint, sent))),
    )
    await Promise.all(reads.map((one) => read(one as unknown as Query)))
  }
  for (let turn = 1; ; turn++) {
    const html = await htmlOf(at, client, page)
    const open = cache.getAll().filter((one) => isAsked(one) && !refused.has(one.queryHash))
    if (open.length === 0 || turn === mostTurns || !visits.getStore()?.ask) return html
    await Promise.all(open.map(read))
  }
}

/** Whether all of it was answered: there are questions that make do with a part. */
const isRead = async (one: Query) => {
  const { reader, ask } = visits.getStore() as Visit
  let isWhole = true
  const strict: ServerFetch = async (...asked) => {
    try {
      return await (ask as ServerFetch)(...asked)
    } catch (error) {
      isWhole = false
      throw error
    }
  }
  await visits
    .run({ reader, ask: strict }, () => one.fetch())
    .catch(() => {
      isWhole = false
    })
  return isWhole
}

const isAsked = ({ state, options }: Query) =>
  state.status === 'pending' && (options as { enabled?: unknown }).enabled !== false

const dataOf = (client: QueryClient) => {
  const read = client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.status === 'success')
  if (read.length === 0) return null
  const { locale, zone, preferences } = visits.getStore()?.reader ?? nobody
  const given: DehydratedState = {
    reader: { locale, zone, preferences },
    date: new Date().toUTCString(),
    read: read.map(({ queryKey, state }) => [queryKey, state.data]),
  }
  return JSON.stringify(given, plain)
}

const plain = (key: string, value: unknown) => {
  if (value instanceof Map || value instanceof Set) throw new TypeError(`What is read at ${key} is lost in JSON.`)
  return value
}

const htmlOf = async (at: At, client: QueryClient, page: ReactNode) => {
  const { prelude } = await prerenderToNodeStream(
    <QueryClientProvider client={client}>
      <Address at={at}>
        <Router location={at.pathname} navigator={navigator} static>
          {page}
        </Router>
      </Address>
    </QueryClientProvider>,
  )
  return text(prelude)
}

const navigator = {
  createHref: (to: string | { pathname?: string; search?: string; hash?: string }) =>
    typeof to === 'string' ? to : `${to.pathname ?? ''}${to.search ?? ''}${to.hash ?? ''}`,
  go: () => {},
  push: () => {},
  replace: () => {},
}

const Framed = () =>
  useRoutes([
    {
      element: <Shell Palette={() => null} />,
      children: [
        {
          path: '*',
          element: (
            <Page title="Loading">
              <DetailSkeleton />
            </Page>
          ),
        },
      ],
    },
  ])

/** Text of records is escaped by React, quotes too, so an attribute ends where it seems to. Comments are marks for its script. */
const drawingOf = (drawn: string): Omit<RenderResult, 'data'> => {
  const title = /<title>(.*?)<\/title>/.exec(drawn)?.[1] ?? 'Quarterdeck'
  const looks = new Map<string, number>()
  const html = drawn
    .replace(/<title>.*?<\/title>| data-discover="true"/g, '')
    .replace(/ style="([^"]*)"/g, (_, look: string) => {
      if (!looks.has(look)) looks.set(look, looks.size)
      return ` data-inline-style="${looks.get(look)}"`
    })
  const styles = [...looks].filter(([look]) => !/[&{}<@\\]/.test(look))
  return { title, html, styles: styles.map(([look, number]) => `[data-inline-style="${number}"]{${look}}`).join('') }
}
