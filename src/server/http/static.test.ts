import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Duplex, PassThrough } from 'node:stream'
import zlib, { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CreatePageRenderer, tooLong } from '../../contract/core/ssr-protocol'
import type { Web } from '../ssr/handler'
import type { Visitor } from '../ssr/request'
import { createStaticHandler, type Static } from './static'

const script = 'console.log("Quarterdeck")'
let folder: string
let files: Static

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'quarterdeck-'))
  await fs.mkdir(path.join(folder, 'assets'))
  await fs.writeFile(
    path.join(folder, 'index.html'),
    '<!doctype html><html lang="en"><head><title>Quarterdeck</title><script type="module" crossorigin src="/assets/app.js"></script><link rel="stylesheet" crossorigin href="/assets/frame.css"></head><div id="root"></div></html>',
  )
  await fs.writeFile(path.join(folder, 'assets/frame.css'), 'p{color:red}@layer parts{b{color:tan}}')
  await fs.writeFile(path.join(folder, 'assets/page.css'), 'i{color:blue}')
  await fs.writeFile(
    path.join(folder, 'pages.json'),
    JSON.stringify({
      '/companies': {
        scripts: ['assets/page.js'],
        styles: [],
      },
      '/companies/:id': {
        scripts: [],
        styles: ['assets/page.css'],
      },
    }),
  )
  await fs.writeFile(path.join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await fs.writeFile(path.join(folder, 'assets/main-4f2a.js'), script)
  await fs.writeFile(path.join(folder, 'assets/main-4f2a.js.br'), brotliCompressSync(script))
  files = (await createStaticHandler(folder, web)) as Static
})
afterAll(() => fs.rm(folder, { recursive: true }))

const theme = '<fieldset class="theme"><input value="system" checked=""/><input value="dark"/></fieldset>'

/** Pages that tell what they were drawn with. */
const openPage: CreatePageRenderer = ({ pathname, search }) => {
  const asks = pathname.startsWith('/companies') ? `/api/public/v1${pathname}${search}` : null
  return {
    asks,
    draw: async ({ locale, zone }, ask) => {
      if (search === '?broken') throw new Error('This needs a browser.')
      const many = search === '?many' ? 40 : 0
      await Promise.all(Array.from({ length: many }, async (_, index) => ask?.(`/${index}`)))
      const response = asks && ask ? await ask(asks).catch(() => null) : null
      const text = (await response?.text()) ?? 'bones'
      return {
        title: `${pathname}${search}`,
        html: `<p class="shell">$&</p>${theme}<span id="page-styles" hidden=""></span><span aria-current="page">${pathname}</span><span id="page-own" hidden=""></span><main id="main"><table data-density="default"><i>${locale} ${zone} ${text}</i></table></main>`,
        styles: response ? '[data-inline-style="0"]{width:5px}' : '',
        data: response ? text : null,
      }
    },
  }
}

const web: Web = { load: async () => openPage, failed: () => null }

const visitor: Visitor = { cookies: {}, origin: 'https://quarterdeck.example', signedIn: false, ask: async () => null }

const get = (pathname: string, headers: Record<string, string> = {}, theme?: string) =>
  files(new Request(`http://127.0.0.1${pathname}`, { headers: { accept: '*/*', ...headers } }), {
    ...visitor,
    cookies: { theme },
  })

it('is not there before the web app is built', async () => {
  expect(await createStaticHandler(path.join(folder, 'missing'), web)).toBeNull()
})

it('serves an asset for ever, compressed for those who take it', async () => {
  const plain = await get('/assets/main-4f2a.js')
  expect(plain?.headers.get('vary')).toBe('Accept-Encoding')
  expect(plain?.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(plain?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(plain?.headers.get('content-encoding')).toBeNull()
  expect(await plain?.text()).toBe(script)

  const small = await get('/assets/main-4f2a.js', { 'accept-encoding': 'gzip, deflate, br' })
  expect(small?.headers.get('content-encoding')).toBe('br')
  expect(small?.headers.get('vary')).toBe('Accept-Encoding')
  expect(small?.headers.get('etag')).not.toBe(plain?.headers.get('etag'))
  expect(brotliDecompressSync((await small?.bytes()) ?? '').toString()).toBe(script)

  expect(
    (await get('/assets/main-4f2a.js', { 'accept-encoding': 'br;q=0' }))?.headers.get('content-encoding'),
  ).toBeNull()
})

it('answers 304 to who has it already, and HEAD without a body', async () => {
  const etag = (await get('/icon.svg'))?.headers.get('etag') ?? ''
  const unchanged = await get('/icon.svg', { 'if-none-match': etag })
  expect(unchanged?.status).toBe(304)
  expect(unchanged?.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(unchanged?.headers.get('vary')).toBe('Accept-Encoding')
  expect((await get('/icon.svg', { 'if-none-match': '"another"' }))?.status).toBe(200)
  const head = await files(new Request('http://127.0.0.1/icon.svg', { method: 'HEAD' }), visitor)
  expect(head?.headers.get('content-length')).toBe('41')
  expect(head?.headers.get('etag')).toBe(etag)
  expect(await head?.text()).toBe('')
})

it.each(['/', '/companies', '/companies/5b0e6c1a-93d7-4f0e-8a42-7c19e0d4b6f3', '/devices/router.local'])(
  'answers the app’s page at %s, never from a cache unasked',
  async (pathname) => {
    const page = await get(pathname, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    expect(page?.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page?.headers.get('cache-control')).toBe('no-cache')
    expect(await page?.text()).toContain('<title>Quarterdeck</title>')
  },
)

it.each([
  ['light', '<html data-theme="light" lang="en">'],
  ['dark', '<html data-theme="dark" lang="en">'],
  ['"><script>', '<html lang="en">'],
  [undefined, '<html lang="en">'],
])('puts the theme %s into the page', async (theme, element) => {
  const page = await get('/', {}, theme)
  expect(page?.headers.get('vary')).toContain('Cookie')
  expect(await page?.text()).toContain(element)
})

it.each([
  '/assets/main-0000.js',
  '/assets/companies',
  '/favicon.ico',
  '/assets/../../package.json',
  '/assets/main-4f2a.js.br',
  '/assets/%6dain-4f2a.js',
  '/pages.json',
])('has nothing at %s', async (pathname) => {
  expect(await get(pathname)).toBeNull()
})

const pageFor = async (address: string, given: Partial<Visitor> = {}) => {
  const request = new Request(`http://127.0.0.1${address}`, { headers: { accept: 'text/html' } })
  const response = (await files(request, { ...visitor, ...given })) as Response
  return { response, html: await response.text(), headers: response.headers }
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const reader = 'de-DE Europe/Berlin'
const ask: Visitor['ask'] = async (asked) => new Response(`{"data":"${asked} </script>"}`)

it('draws a page with what it asks for, for its reader, and keeps it nowhere', async () => {
  const { html, headers } = await pageFor('/companies?page=2', { signedIn: true, cookies: { reader }, ask })
  expect(html).toContain('<title>/companies?page=2</title>')
  expect(html).toContain('<i>de-DE Europe/Berlin {"data"')
  const data = /<script type="application\/json" id="given">(.*?)<\/script>/.exec(html)
  expect(JSON.parse(data?.[1] ?? '')).toEqual({ data: '/api/public/v1/companies?page=2 </script>' })
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('vary')).toContain('Cookie')
  expect(headers.get('link')).toBeNull()
})

it.each(['br', 'gzip', 'identity'])('sends the frame before anything is answered, in %s', async (encoding) => {
  let answer = (_: Response) => {}
  const waiting: Visitor['ask'] = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  const request = new Request('http://127.0.0.1/companies/5', {
    headers: { accept: 'text/html', 'accept-encoding': encoding },
  })
  const response = (await files(request, { ...visitor, signedIn: true, cookies: { reader }, ask: waiting })) as Response
  expect(response.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
  const decompress = { br: zlib.createBrotliDecompress, gzip: zlib.createGunzip, identity: () => new PassThrough() }
  const text = (response.body as ReadableStream)
    .pipeThrough(Duplex.toWeb(decompress[encoding as 'br']()) as ReadableWritablePair)
    .pipeThrough(new TextDecoderStream())
    .getReader()
  const read = async (until: string) => {
    let all = ''
    while (!all.includes(until)) all += (await text.read()).value
    return all
  }
  const first = await read('<p class="shell">$&</p>')
  expect(first).toContain('<style>p{color:red}</style>')
  expect(first).not.toContain('aria-current')
  answer(new Response('{"data":"late"}'))
  const rest = await read('</html>')
  expect(rest).toMatch(
    /^<span aria-current="page">.*<title>.*<style data-page-style nonce="[^"]+">.*\{"data":"late"\}<\/i>.*id="given"/,
  )
  expect(first).not.toContain('data-page-style')
})

it('names the files of an address, and has its styles in place, which its policy knows', async () => {
  const { html, headers } = await pageFor('/companies', { signedIn: true, cookies: { reader }, ask })
  expect(html).toMatch(/id="given".*<link rel="late" crossorigin href="\/assets\/page.js">/)
  expect(html).not.toContain('frame.css')
  expect(html).toContain('<script type="module" async src="/start.js">')
  expect(html).toContain('<link rel="late" id="app" crossorigin href="/assets/app.js">')
  const nonce = /<style data-page-style nonce="([\w-]{22})">\[data-inline-style="0"\]\{width:5px\}<\/style>/.exec(
    html,
  )?.[1]
  const policy = headers.get('content-security-policy')
  expect(html).toMatch(
    /<style>p\{color:red\}<\/style>.*<p class="shell">.*<style>@layer parts\{b\{color:tan\}\}<\/style>/,
  )
  expect(policy).toContain(`style-src 'self' ${hashOf('p{color:red}')} ${hashOf('@layer parts{b{color:tan}}')} `)
  expect(policy).toContain(`'nonce-${nonce}';`)
  const again = await pageFor('/companies', { signedIn: true, cookies: { reader }, ask })
  expect(again.html).not.toContain(nonce)

  const record = await pageFor('/companies/4f2a-1', { signedIn: true, cookies: { reader }, ask })
  expect(record.html).toContain('<style>i{color:blue}</style>')
  expect(record.html).toContain('<link rel="stylesheet" disabled href="/assets/page.css">')
})

it.each<[string, Partial<Visitor>]>([
  ['is not known', { ask }],
  ['is nonsense', { ask, cookies: { reader: 'nowhere Europe/Atlantis' } }],
  ['has settings that only the browser knows', { ask, cookies: { reader, columns: tooLong } }],
  ['is in front of another server', { ask: null, cookies: { reader } }],
])('draws what holds the place of rows when the reader %s, and has them asked for', async (_, given) => {
  const { html, headers } = await pageFor('/companies?page=2', { signedIn: true, ...given })
  expect(html).toContain('<div id="root" data-ssr><p class="shell">$&</p>')
  expect(html).toContain('bones')
  expect(html).not.toContain('id="given"')
  expect(headers.get('cache-control')).toBe('no-cache')
  expect(headers.get('content-security-policy')).toContain(hashOf('p{color:red}'))
  expect(headers.get('link')).toBe('</api/public/v1/companies?page=2>; rel=preload; as=fetch; crossorigin')
})

it.each<[string, Visitor['ask']]>([
  ['may not ask', async () => null],
  ['is refused', async () => new Response('{}', { status: 403 })],
  ['is not answered', () => new Promise(() => {})],
  ['asks in vain', () => Promise.reject(new Error('The database is away.'))],
])('leaves the place of rows to the script when the reader %s', async (_, vain) => {
  const { html, headers } = await pageFor('/companies?page=2', { signedIn: true, cookies: { reader }, ask: vain })
  expect(html).toContain('<div id="root" data-ssr><p class="shell">$&</p>')
  expect(html).toContain('bones')
  expect(html).not.toContain('id="given"')
  expect(headers.get('cache-control')).toBe('no-store')
})

it('asks as much at once as a browser would', async () => {
  let [asked, now, most] = [0, 0, 0]
  const counting: Visitor['ask'] = async () => {
    asked += 1
    now += 1
    most = Math.max(most, now)
    await new Promise((resolve) => setImmediate(resolve))
    now -= 1
    return new Response('{}')
  }
  await pageFor('/companies?many', { signedIn: true, cookies: { reader }, ask: counting })
  expect([asked, most]).toEqual([41, 6])
})

it('leaves a page that cannot be drawn to its script', async () => {
  const { response, html } = await pageFor('/companies?broken', { signedIn: true, cookies: { reader }, ask })
  expect(response.status).toBe(200)
  expect(html).toContain('<div id="root" data-ssr><p class="shell">$&</p>')
  expect(html).toContain('bones')
  expect(html).not.toContain('id="given"')
})

it('draws nothing and asks nothing for who is not signed in', async () => {
  const { html, headers } = await pageFor('/companies', { ask, cookies: { reader } })
  expect(html).toContain('<div id="root"></div>')
  expect(html).toContain('<script type="module" crossorigin src="/assets/app.js"></script>')
  expect(headers.get('link')).toBeNull()
})

it('draws the sign-in page, the same for all and asking nothing, signed in or not', async () => {
  const never = () => Promise.reject(new Error('This page asks nothing.'))
  const { html, headers } = await pageFor('/sign-in?next=%2Fcompanies', { ask: never, cookies: { reader } })
  expect(html).toContain('<div id="root" data-ssr><p class="shell">$&</p>')
  expect(html).toContain('en-GB UTC bones')
  expect(headers.get('link')).toBeNull()
  expect((await pageFor('/sign-in', { ask: never, cookies: { reader }, signedIn: true })).html).toBe(html)
})

const comingFrom = (site: string, address: string) =>
  get(address, { accept: 'text/html', 'sec-fetch-site': site }) as Promise<Response>

it.each([
  ['/', '/sign-in'],
  ['/companies?search=a%20b&page=2', '/sign-in?next=%2Fcompanies%3Fsearch%3Da%2520b%26page%3D2'],
  ['//evil.example', '/sign-in?next=%2F%2Fevil.example'],
])('leads from %s to sign in', async (address, to) => {
  for (const site of ['none', 'same-origin']) {
    const response = await comingFrom(site, address)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(to)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('vary')).toBe('Cookie, Sec-Fetch-Site')
  }
})

it.each(['cross-site', 'same-site'])('has who comes %s ask again, by a script that its policy names', async (site) => {
  const response = await comingFrom(site, '/companies')
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const script = /<script>(.*)<\/script>/.exec(await response.text())?.[1] ?? ''
  expect(script).not.toBe('')
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; /)
  expect(response.headers.get('content-security-policy')).toContain(`script-src ${hashOf(script)};`)
})

it('draws a page in the looks that its reader has set', async () => {
  const cookies = { reader, nav: 'folded', density: 'relaxed', theme: 'dark' }
  const { html } = await pageFor('/companies', { signedIn: true, cookies, ask })
  expect(html).toContain('<p class="shell" data-nav="collapsed">')
  expect(html).toContain('<table data-density="relaxed">')
  expect(html).toContain('<html data-font="later" data-theme="dark"')
  const withFont = await pageFor('/companies', { signedIn: true, cookies: { ...cookies, font: 'there' }, ask })
  expect(withFont.html).toContain('<html data-theme="dark"')
  expect(html).toContain('<input value="system"/><input value="dark" checked=""/>')
})
