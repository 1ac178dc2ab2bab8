import pLimit from 'p-limit'
import type { Page, RequestContext, ResolvePage } from '../../contract/core/ssr-protocol'
import type { Visitor } from '../http/visitor'
import { crossSiteEntry } from './cross-site-entry'
import { openTemplate } from './html-template'
import { createServerFetch, readContext, readPreferences } from './request'
import { streamed } from './streamed-response'

/** The web app’s rendering, loaded while the server starts. */
export type Web = {
  load: () => Promise<ResolvePage>
  failed: (error: unknown) => null
  /** The path below which the console is served. */
  base?: string
}

/** Maximum number of pages rendered at once; more would delay API requests. */
const concurrency = 8

/**
 * Serves every page of the console. With a session, the page is rendered with the data that arrives before the deadline;
 * without one, the browser is redirected to the sign-in page.
 */
export const createPageHandler = async (folder: string, index: string, { load, failed, base = '' }: Web) => {
  const resolver = load().catch(failed)
  const template = await openTemplate(folder, index, base)
  const headers = { ...pageHeaders, 'content-security-policy': template.policy }
  const limit = pLimit(concurrency)

  return async (request: Request, visitor: Visitor): Promise<Response> => {
    const url = new URL(request.url)
    const isSignIn = url.pathname === '/sign-in'
    const elsewhere = visitor.signedIn || isSignIn ? null : crossSiteEntry(request, url, base)
    if (elsewhere) return elsewhere
    const page = visitor.signedIn || isSignIn ? ((await resolver)?.(url) ?? null) : null
    if (page && 'redirect' in page)
      return new Response(null, { status: 302, headers: { ...headers, location: base + page.redirect } })
    const head = template.head({
      theme: visitor.cookies.theme,
      hasFont: page === null || isSignIn || visitor.cookies.font === 'there',
      isFirst: isSignIn,
      modules: page?.modules ?? [],
    })
    if (request.method === 'HEAD') return new Response(null, { headers })
    const rendered = page ? limit(() => render(page, visitor, isSignIn, request.signal)) : null
    const body = Promise.resolve(rendered).catch(failed).then(template.body)
    return streamed(request, headers, [head, body])
  }
}

/** Without a known locale and time zone, the browser renders the data itself. The sign-in page has neither numbers nor dates. */
const render = (page: Page, { cookies, origin, fetch }: Visitor, isSignIn: boolean, left: AbortSignal) => {
  const context = readContext(cookies, origin)
  const serverFetch = fetch && (context || isSignIn) ? createServerFetch(fetch, left) : null
  return page.render(context ?? { ...unknown, origin, preferences: readPreferences(cookies) }, serverFetch)
}

const unknown: Pick<RequestContext, 'locale' | 'zone'> = { locale: 'en-GB', zone: 'UTC' }

/** Pages are personal and never stored. */
const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  vary: 'Accept-Encoding, Cookie',
}
