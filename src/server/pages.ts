import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import zlib from 'node:zlib'
import type { Pages } from '../build/pages'
import type { OpenPage, Reader } from '../contract/drawing'
import { type Looks, looksOf, openDocuments } from './document'
import { answerWith, type File, inParts, variant } from './file'
import { policyOf } from './policy'
import { readerOf, soon, type Visitor } from './visitor'
import { withoutSession } from './without-session'

/** The web app, which draws its pages itself. */
export type Web = { load: () => Promise<OpenPage>; failed: (error: unknown) => null }

type Opened = ReturnType<OpenPage> | null
/** A page without anything of its own, as a file and in its parts. */
type Outline = { styles: string[]; parts: readonly [frame: Buffer, page: Buffer] | null; file: File }
type Described = { address: string; page: Pages[string] }

/** Whether a file of the web app goes into its pages and is none of its own. */
export const isForPages = (name: string) => name === 'index.html' || name === 'pages.json'

/** So many pages are drawn at once; more would hold up those who ask the API. */
const mostAtOnce = 8
/**
 * The app's page for any address, with its files named and its styles in place. Who is signed in gets it as its script
 * will draw it: the frame at once, then the page with what could be read soon, and with what holds the place of the rest. Who is not
 * is led to sign in.
 */
export const openPages = async (folder: string, index: string, { load, failed }: Web) => {
  const web = load().catch(failed)
  const described = await fs.readFile(path.join(folder, 'pages.json'), 'utf8').catch(() => '{}')
  const pages = Object.entries(JSON.parse(described) as Pages).map(([address, page]) => ({
    address,
    page,
    pattern: new RegExp(`^${address.replace(':id', '[\\w-]+').replace('*', '.*')}$`),
  }))
  const nowhere: Described = { address: '*', page: { scripts: [], styles: [] } }
  const documentOf = await openDocuments(folder, index)
  const outlines = new Map<string, Outline>()
  let atOnce = 0

  /** What depends on nobody and nothing but the kind of page, made once. One that cannot be drawn is blank until its script draws it. */
  const outlineOf = async ({ address, page }: Described, looks: Looks, isDrawn: boolean) => {
    const name = [address, isDrawn, ...Object.values(looks)].join()
    const made = outlines.get(name)
    if (made) return made
    const at = { pathname: address.replace(':id', '0').replace('*', '/'), search: '' }
    const opened = isDrawn ? ((await web)?.(at) ?? null) : null
    const drawn = opened && (await opened.draw(anybody, null).catch(failed))
    const { html, styles } = documentOf(page, looks, drawn)
    const content = Buffer.from(html)
    const [frame] = partsOf(address, html) ?? []
    const cut = Buffer.byteLength(frame ?? '')
    const outline = {
      styles,
      parts: frame ? ([content.subarray(0, cut), content.subarray(cut)] as const) : null,
      file: packed(content, headersOf(styles, 'no-cache')),
    }
    outlines.set(name, outline)
    return outline
  }

  return async (request: Request, { cookies, origin, signedIn, ask }: Visitor): Promise<Response | null> => {
    const url = new URL(request.url)
    const at = { pathname: url.pathname.replace(/(?<=.)\/$/, ''), search: url.search }
    const found = pages.find(({ pattern }) => pattern.test(at.pathname)) ?? nowhere
    const looks = looksOf(cookies)
    const isSignIn = at.pathname === '/sign-in'
    const isDrawn = signedIn || isSignIn
    const lead = isDrawn ? null : withoutSession(request, url)
    if (lead) return lead
    const opened: Opened = isDrawn ? ((await web)?.(at) ?? null) : null
    const outline = await outlineOf(found, looks, isDrawn)
    const reader = readerOf(cookies, origin)
    const isWanted = request.method === 'GET' && !isSignIn && atOnce < mostAtOnce
    if (isWanted && opened && ask && reader && outline.parts) {
      const [frame, bare] = outline.parts
      const nonce = randomBytes(16).toString('base64url')
      const rest = async () => {
        atOnce += 1
        try {
          const drawn = await opened.draw(reader, soon(ask))
          return partsOf(found.address, documentOf(found.page, looks, drawn, nonce).html)?.[1] ?? bare
        } catch (error) {
          return failed(error) ?? bare
        } finally {
          atOnce -= 1
        }
      }
      // What one person was told is kept nowhere.
      const headers = headersOf([...outline.styles, `'nonce-${nonce}'`], 'no-store')
      return inParts(request, headers, frame, rest())
    }
    const { variants, headers } = outline.file
    const link = opened?.asks && `<${opened.asks}>; rel=preload; as=fetch; crossorigin`
    return answerWith(request, { variants, headers: link ? { ...headers, link } : headers })
  }
}

/** Frame and page; what the frame says of it, such as the name of a record, is the page's. Null for what is not drawn. */
const partsOf = (address: string, html: string): [frame: string, page: string] | null => {
  const at = html.indexOf(/:id|[*]/.test(address) ? '<span aria-current="page">' : '<title>')
  return html.includes('data-drawn') && at > 0 ? [html.slice(0, at), html.slice(at)] : null
}

/** An outline is the same for all. */
const anybody: Reader = { locale: 'en-GB', zone: 'UTC', origin: 'https://quarterdeck.invalid', told: {} }

const headersOf = (styles: string[], cacheControl: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': cacheControl,
  'content-security-policy': policyOf(styles),
  vary: 'Accept-Encoding, Cookie',
})

const packed = (page: Buffer, headers: File['headers']): File => {
  const small = zlib.brotliCompressSync(page, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 6 } })
  return {
    variants: [variant('br', small), variant('gzip', zlib.gzipSync(page)), variant('identity', page)],
    headers,
  }
}
