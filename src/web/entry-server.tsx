import { AsyncLocalStorage } from 'node:async_hooks'
import { text } from 'node:stream/consumers'
import { dehydrate, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { prerenderToNodeStream } from 'react-dom/static'
import { createStaticHandler, createStaticRouter, matchRoutes, StaticRouterProvider } from 'react-router-dom'
import type { ReadBrief } from '../contract/core/brief-document'
import type { RequestContext, ResolvePage, ServerFetch } from '../contract/core/ssr-protocol'
import { writeBrief } from './domain/brief/query'
import { setTransport } from './lib/api/client'
import type { PageState } from './lib/dehydrated-state'
import { setContextProvider } from './lib/request-context'
import { safeDecode } from './lib/text/safe-decode'
import { contextFor, routes } from './router'

type Scope = { context: RequestContext; fetch: ServerFetch | null }

/** The page being rendered; requests run concurrently. */
const scope = new AsyncLocalStorage<Scope>()

const nobody: RequestContext = { locale: 'en-GB', zone: 'UTC', origin: 'https://quarterdeck.invalid', preferences: {} }

setContextProvider(() => scope.getStore()?.context ?? nobody)
setTransport(async (path) => {
  const fetch = scope.getStore()?.fetch
  if (!fetch) throw new Error(`${path} was requested outside a page.`)
  return fetch(path)
})

const handler = createStaticHandler(routes)

/** React Router warns of malformed paths and has no route for line breaks; a browser takes // for another host. */
const usualPath = ({ pathname }: URL) => {
  const path = pathname.replace(/^\/+/, '/')
  return /^.*$/.test(safeDecode(path) ?? '\n') ? path : path.replaceAll('%', '%25')
}

export const resolvePage: ResolvePage = (url) => {
  const path = usualPath(url)
  if (path !== url.pathname) return { redirect: path + url.search }
  const handles = (matchRoutes(routes, url) ?? []).map(({ route }) => route.handle ?? {})
  const to = handles.at(-1)?.redirect
  if (to) return { redirect: to }
  return {
    modules: handles.flatMap(({ module }) => module ?? []),
    render: (context, fetch) => scope.run({ context, fetch }, () => render(url, context)),
  }
}

/** A client's brief, filled by the queries of its page, for a user in the time zone. */
export const readBrief: ReadBrief = (companyId, chosen, zone, fetch) =>
  scope.run({ context: { ...nobody, zone }, fetch }, () => writeBrief(newClient(), companyId, chosen))

const newClient = () =>
  new QueryClient({ defaultOptions: { queries: { retry: false, gcTime: Number.POSITIVE_INFINITY } } })

const render = async (address: URL, context: RequestContext) => {
  const client = newClient()
  const result = await handler.query(new Request(address), {
    requestContext: contextFor({ client, purpose: 'render' }),
  })
  if (result instanceof Response) throw new Error(`${address.pathname} redirects after its route was matched.`)
  for (const error of Object.values(result.errors ?? {})) throw error
  // Failed queries are left to the browser, which shows the error.
  client.removeQueries({ predicate: ({ state }) => state.status !== 'success' })
  const { prelude } = await prerenderToNodeStream(
    <QueryClientProvider client={client}>
      <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, result)} context={result} hydrate={false} />
    </QueryClientProvider>,
  )
  const { loaderData } = result
  const state: PageState = {
    context,
    date: new Date().toUTCString(),
    queries: dehydrate(client),
    router: { loaderData },
  }
  return { html: await text(prelude), state: JSON.stringify(state) }
}
