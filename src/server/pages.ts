import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { Pages } from '../build/pages'
import type { Answered, OpenPage, Reader } from '../contract/drawing'
import { type Document, type Looks, looksOf, openDocuments } from './document'
import { answerWith, type File, takes, variant } from './file'

/** What is known of the one who asks for a page, before it has run. */
export type Visitor = {
  cookies: Record<string, string | undefined>
  /** The origin that the visitor's browser sees. */
  origin: string
  signedIn: boolean
  /** Asks the API at a path in this visitor's name; null where it may not, cannot, or should not be waited for. */
  ask: (path: string) => Promise<Response | null>
}

/** The web app, which draws its pages itself. */
export type Web = { load: () => Promise<OpenPage>; failed: (error: unknown) => null }

type Opened = ReturnType<OpenPage> | null
type Described = { address: string; page: Pages[string] }

/** Whether a file of the web app goes into its pages and is none of its own. */
export const isForPages = (name: string) => name === 'index.html' || name === 'pages.json'

/** How long a page waits for the answer to its first question, in milliseconds; then its script asks. */
const patience = 300

/**
 * The app's page for any address, with its files named and its styles in place. Who is signed in gets it as its script
 * will draw it: with the rows or the record that it is about, where these can be had soon, and else with what holds their place.
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
  const outlines = new Map<string, File>()

  /** A page that cannot be drawn is blank until its script draws it. */
  const documentFor = async (
    { page }: Described,
    looks: Looks,
    opened: Opened,
    reader: Reader,
    data: Answered | null,
  ) => documentOf(page, looks, opened && (await opened.draw(reader, data).catch(failed)), data)

  /** What depends on nobody and nothing but the kind of page, made once. */
  const outlineOf = async (found: Described, looks: Looks, isDrawn: boolean) => {
    const name = [found.address, isDrawn, ...Object.values(looks)].join()
    const made = outlines.get(name)
    if (made) return made
    const at = { pathname: found.address.replace(':id', '0').replace('*', '/'), search: '' }
    const opened = isDrawn ? ((await web)?.(at) ?? null) : null
    const outline = fileOf(await documentFor(found, looks, opened, anybody, null))
    outlines.set(name, outline)
    return outline
  }

  return async (request: Request, { cookies, origin, signedIn, ask }: Visitor): Promise<Response | null> => {
    const url = new URL(request.url)
    const at = { pathname: url.pathname.replace(/(?<=.)\/$/, ''), search: url.search }
    const found = pages.find(({ pattern }) => pattern.test(at.pathname)) ?? nowhere
    const looks = looksOf(cookies)
    const isDrawn = signedIn && at.pathname !== '/sign-in'
    const opened = isDrawn ? ((await web)?.(at) ?? null) : null
    const asks = opened?.asks
    const reader = readerOf(cookies.reader, origin)
    // Columns of one's own are known only to the browser, which tells that there are some.
    if (asks && reader && !cookies.columns && request.method === 'GET') {
      const answered = await soon(answerOf(asks, ask))
      if (answered) return packed(request, await documentFor(found, looks, opened, reader, answered))
    }
    const { variants, headers } = await outlineOf(found, looks, isDrawn)
    const link = asks && `<${asks}>; rel=preload; as=fetch; crossorigin`
    return answerWith(request, { variants, headers: link ? { ...headers, link } : headers })
  }
}

const answerOf = async (asked: string, ask: Visitor['ask']): Promise<Answered | null> => {
  const response = await ask(asked)
  if (!response?.ok) return null
  const { headers } = response
  return { path: asked, text: await response.text(), etag: headers.get('etag'), date: new Date().toUTCString() }
}

/** Null when it takes too long or cannot be had: the page tells why when it has asked itself. */
const soon = <T>(answer: Promise<T>) =>
  Promise.race([answer, new Promise<null>((resolve) => setTimeout(resolve, patience, null))]).catch(() => null)

/** An outline is the same for all. */
const anybody: Reader = { locale: 'en-GB', zone: 'UTC', origin: 'https://quarterdeck.invalid' }

/** From "en-GB Europe/London", as the browser tells; null when it has not yet, or these are none. */
const readerOf = (told = '', origin: string): Reader | null => {
  const [locale, zone] = told.split(' ')
  try {
    if (!locale || !zone) return null
    new Intl.DateTimeFormat(locale, { timeZone: zone })
    return { locale, zone, origin }
  } catch {
    return null
  }
}

const headersOf = ({ policy }: Document, cacheControl: string) => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': cacheControl,
  'content-security-policy': policy,
  vary: 'Accept-Encoding, Cookie',
})

const fileOf = (document: Document): File => {
  const page = Buffer.from(document.html)
  const small = zlib.brotliCompressSync(page, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 6 } })
  return {
    variants: [variant('br', small), variant('gzip', zlib.gzipSync(page)), variant('identity', page)],
    headers: headersOf(document, 'no-cache'),
  }
}

const brotli = promisify<Buffer, zlib.BrotliOptions, Buffer>(zlib.brotliCompress)
const gzip = promisify<Buffer, Buffer>(zlib.gzip)

/** What one person was told is kept nowhere. */
const packed = async (request: Request, document: Document) => {
  const headers = new Headers(headersOf(document, 'no-store'))
  const page = Buffer.from(document.html)
  const encoding = (['br', 'gzip', 'identity'] as const).find(takes(request)) ?? 'identity'
  const content =
    encoding === 'br'
      ? await brotli(page, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } })
      : encoding === 'gzip'
        ? await gzip(page)
        : page
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  headers.set('content-length', String(content.length))
  return new Response(new Uint8Array(content), { headers })
}
