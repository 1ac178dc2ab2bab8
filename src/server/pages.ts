import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import zlib from 'node:zlib'
import type { Pages } from '../build/pages'
import { type Ask, type OpenPage, type Reader, toldSettings, tooLong } from '../contract/drawing'
import { type Looks, looksOf, openDocuments } from './document'
import { answerWith, type File, inParts, variant } from './file'
import { policyOf } from './policy'

/** What is known of the one who asks for a page, before it has run. */
export type Visitor = {
  cookies: Record<string, string | undefined>
  /** The origin that the visitor's browser sees. */
  origin: string
  signedIn: boolean
  /** Asks the API at a path in this visitor's name; resolves to null where it may not. Null where it should not be waited for. */
  ask: ((path: string, signal: AbortSignal) => Promise<Response | null>) | null
}

/** The web app, which draws its pages itself. */
export type Web = { load: () => Promise<OpenPage>; failed: (error: unknown) => null }

type Opened = ReturnType<OpenPage> | null
/** A page without anything of its own, as a file and in its parts. */
type Outline = { styles: string[]; parts: readonly [frame: Buffer, page: Buffer] | null; file: File }
type Described = { address: string; page: Pages[string] }

/** Whether a file of the web app goes into its pages and is none of its own. */
export const isForPages = (name: string) => name === 'index.html' || name === 'pages.json'

/** How long a page waits for what it shows, in milliseconds; then its script asks for the rest. */
const patience = 800
/** So many pages are drawn at once; more would hold up those who ask the API. */
const mostAtOnce = 8
/** So many questions of a page are asked at once, as a browser would. */
const mostAsked = 6

/**
 * The app's page for any address, with its files named and its styles in place. Who is signed in gets it as its script
 * will draw it: the frame at once, then the page with what could be read soon, and with what holds the place of the rest.
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
    const isDrawn = signedIn && at.pathname !== '/sign-in'
    const opened: Opened = isDrawn ? ((await web)?.(at) ?? null) : null
    const outline = await outlineOf(found, looks, isDrawn)
    const reader = readerOf(cookies, origin)
    const isOurs = opened && ask && request.method === 'GET'
    if (isOurs && reader && outline.parts && atOnce < mostAtOnce) {
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

/** Frame and page; the name of a record is the page's. Null for what is not drawn. */
const partsOf = (address: string, html: string): [frame: string, page: string] | null => {
  const at = html.indexOf(address.includes(':id') ? '<span aria-current="page">' : '<title>')
  return html.includes('data-drawn') && at > 0 ? [html.slice(0, at), html.slice(at)] : null
}

/** Asks for as long as a page waits, and rejects where the page itself is to ask, and to tell what fails. */
const soon = (ask: NonNullable<Visitor['ask']>): Ask => {
  const end = AbortSignal.timeout(patience)
  const late = new Promise<never>((_, reject) => end.addEventListener('abort', () => reject(end.reason)))
  late.catch(() => {})
  const inTurn = turnsOf(mostAsked)
  return (path) =>
    inTurn(async () => {
      end.throwIfAborted()
      const response = await Promise.race([ask(path, end), late])
      if (!response?.ok) throw new Error(`${path} was answered with ${response?.status ?? 'nothing'}.`)
      return response
    })
}

const turnsOf = (most: number) => {
  const waiting: (() => void)[] = []
  let free = most
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

/** An outline is the same for all. */
const anybody: Reader = { locale: 'en-GB', zone: 'UTC', origin: 'https://quarterdeck.invalid', told: {} }

const readers = new Map<string, Reader>()

/**
 * From "en-GB Europe/London" and settings, as the browser tells; null when it has not yet, these are none, or a setting is known only
 * there. One object for one reader.
 */
const readerOf = (cookies: Visitor['cookies'], origin: string): Reader | null => {
  const [locale, zone] = cookies.reader?.split(' ') ?? []
  const told = Object.fromEntries(toldSettings.flatMap((name) => (cookies[name] ? [[name, cookies[name]]] : [])))
  if (!locale || !zone || Object.values(told).includes(tooLong)) return null
  const reader = { locale, zone, origin, told }
  const name = JSON.stringify(reader)
  const known = readers.get(name)
  if (known) return known
  try {
    new Intl.DateTimeFormat(locale, { timeZone: zone })
  } catch {
    return null
  }
  if (readers.size >= 100) readers.clear()
  readers.set(name, reader)
  return reader
}

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
