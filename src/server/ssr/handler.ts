import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import zlib from 'node:zlib'
import type { Pages } from '../../build/pages'
import type { CreatePageRenderer, RequestContext } from '../../contract/core/ssr-protocol'
import { contentSecurityPolicy } from '../http/content-security-policy'
import { crossSiteEntry } from '../http/cross-site-entry'
import { type File, fileResponse, fileVariant, responseInParts } from '../http/file-response'
import { createHtmlTemplate, parseUiPreferences, type UiPreferences } from './html-template'
import { boundedFetch, requestContextOf, type Visitor } from './request'

/** The web app, which draws its pages itself. */
export type Web = { load: () => Promise<CreatePageRenderer>; failed: (error: unknown) => null }

type Opened = ReturnType<CreatePageRenderer> | null
/** A page without anything of its own, as a file and in its parts. */
type CachedShell = { styles: string[]; parts: readonly [frame: Buffer, page: Buffer] | null; file: File }
type Described = { address: string; page: Pages[string] }

/** Whether a file of the web app goes into its pages and is none of its own. */
export const isPageSource = (name: string) => name === 'index.html' || name === 'pages.json'

/** So many pages are drawn at once; more would hold up those who ask the API. */
const mostAtOnce = 8
/**
 * The app's page for any address, with its files named and its styles in place. Who is signed in gets it as its script
 * will draw it: the frame at once, then the page with what could be read soon, and with what holds the place of the rest. Who is not
 * is led to sign in.
 */
export const createPageHandler = async (folder: string, index: string, { load, failed }: Web) => {
  const web = load().catch(failed)
  const described = await fs.readFile(path.join(folder, 'pages.json'), 'utf8').catch(() => '{}')
  const pages = Object.entries(JSON.parse(described) as Pages).map(([address, page]) => ({
    address,
    page,
    pattern: new RegExp(`^${address.replace(':id', '[\\w-]+').replace('*', '.*')}$`),
  }))
  const nowhere: Described = { address: '*', page: { scripts: [], styles: [] } }
  const documentOf = await createHtmlTemplate(folder, index)
  const cachedShells = new Map<string, CachedShell>()
  let atOnce = 0

  /** What depends on nobody and nothing but the kind of page, made once. One that cannot be drawn is blank until its script draws it. */
  const cachedShellOf = async ({ address, page }: Described, preferences: UiPreferences, isRendered: boolean) => {
    const name = [address, isRendered, ...Object.values(preferences)].join()
    const made = cachedShells.get(name)
    if (made) return made
    const at = { pathname: address.replace(':id', '0').replace('*', '/'), search: '' }
    const opened = isRendered ? ((await web)?.(at) ?? null) : null
    const rendered = opened && (await opened.draw(anybody, null).catch(failed))
    const { html, styles } = documentOf(page, preferences, rendered)
    const content = Buffer.from(html)
    const [frame] = partsOf(address, html) ?? []
    const cut = Buffer.byteLength(frame ?? '')
    const cachedShell = {
      styles,
      parts: frame ? ([content.subarray(0, cut), content.subarray(cut)] as const) : null,
      file: packed(content, headersOf(styles, 'no-cache')),
    }
    cachedShells.set(name, cachedShell)
    return cachedShell
  }

  return async (request: Request, { cookies, origin, signedIn, ask }: Visitor): Promise<Response | null> => {
    const url = new URL(request.url)
    const at = { pathname: url.pathname.replace(/(?<=.)\/$/, ''), search: url.search }
    const found = pages.find(({ pattern }) => pattern.test(at.pathname)) ?? nowhere
    const preferences = parseUiPreferences(cookies)
    const isSignIn = at.pathname === '/sign-in'
    const isRendered = signedIn || isSignIn
    const lead = isRendered ? null : crossSiteEntry(request, url)
    if (lead) return lead
    const opened: Opened = isRendered ? ((await web)?.(at) ?? null) : null
    const cachedShell = await cachedShellOf(found, preferences, isRendered)
    const requestContext = requestContextOf(cookies, origin)
    const isWanted = request.method === 'GET' && !isSignIn && atOnce < mostAtOnce
    if (isWanted && opened && ask && requestContext && cachedShell.parts) {
      const [frame, bare] = cachedShell.parts
      const nonce = randomBytes(16).toString('base64url')
      const rest = async () => {
        atOnce += 1
        try {
          const rendered = await opened.draw(requestContext, boundedFetch(ask))
          return partsOf(found.address, documentOf(found.page, preferences, rendered, nonce).html)?.[1] ?? bare
        } catch (error) {
          return failed(error) ?? bare
        } finally {
          atOnce -= 1
        }
      }
      // What one person was told is kept nowhere.
      const headers = headersOf([...cachedShell.styles, `'nonce-${nonce}'`], 'no-store')
      return responseInParts(request, headers, frame, rest())
    }
    const { variants, headers } = cachedShell.file
    const link = opened?.asks && `<${opened.asks}>; rel=preload; as=fetch; crossorigin`
    return fileResponse(request, { variants, headers: link ? { ...headers, link } : headers })
  }
}

/** Frame and page; what the frame says of it, such as the name of a record, is the page's. Null for what is not drawn. */
const partsOf = (address: string, html: string): [frame: string, page: string] | null => {
  const at = html.indexOf(/:id|[*]/.test(address) ? '<span aria-current="page">' : '<title>')
  return html.includes('data-ssr') && at > 0 ? [html.slice(0, at), html.slice(at)] : null
}

/** An outline is the same for all. */
const anybody: RequestContext = { locale: 'en-GB', zone: 'UTC', origin: 'https://quarterdeck.invalid', preferences: {} }

const headersOf = (styles: string[], cacheControl: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': cacheControl,
  'content-security-policy': contentSecurityPolicy(styles),
  vary: 'Accept-Encoding, Cookie',
})

const packed = (page: Buffer, headers: File['headers']): File => {
  const small = zlib.brotliCompressSync(page, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 6 } })
  return {
    variants: [fileVariant('br', small), fileVariant('gzip', zlib.gzipSync(page)), fileVariant('identity', page)],
    headers,
  }
}
