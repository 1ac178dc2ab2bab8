import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import { Duplex, PassThrough } from 'node:stream'
import zlib from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ResolvePage, tooLong } from '../../contract/core/ssr-protocol'
import type { Visitor } from '../http/visitor'
import { createTempFolder } from '../testing/temp-folder'
import { createPageHandler } from './handler'

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const inline = "\n  addEventListener('submit', () => {})\n"
const index = `<!doctype html><html lang="en"><head><script>${inline}</script><script async type="module" crossorigin src="/assets/app.js"></script><link rel="stylesheet" crossorigin href="/assets/app.css"></head><body><div id="root"></div></body></html>`
const font = 'node_modules/@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2'
const manifest = {
  'index.html': { file: 'assets/app.js', css: ['assets/app.css'] },
  [font]: { file: 'assets/font.woff2' },
  'record.tsx': { file: 'assets/record.js', css: ['assets/record.css'], imports: ['index.html'] },
  'form.tsx': { file: 'assets/form.js', imports: ['record.tsx'] },
}

/** Pages that show what they were rendered with. */
const resolvePage: ResolvePage = ({ pathname, search }) => {
  if (pathname === '/') return { redirect: '/today' }
  return {
    modules: pathname.startsWith('/companies') ? ['form.tsx'] : [],
    render: async ({ locale, zone, preferences }, fetch) => {
      if (search === '?broken') throw new Error('This needs a browser.')
      const many = search === '?many' ? 40 : 0
      await Promise.all(Array.from({ length: many }, async (_, index) => fetch?.(`/${index}`)))
      const response = await fetch?.(pathname).catch(() => null)
      const text = (await response?.text()) ?? 'skeleton'
      return { html: `<p>${locale} ${zone} ${preferences.density} ${text} $&</p>`, state: JSON.stringify({ text }) }
    },
  }
}

let handle: Awaited<ReturnType<typeof createPageHandler>>
let folder: Awaited<ReturnType<typeof createTempFolder>>
beforeAll(async () => {
  folder = await createTempFolder()
  await fs.mkdir(`${folder.folder}/.vite`)
  await fs.writeFile(`${folder.folder}/.vite/manifest.json`, JSON.stringify(manifest))
  handle = await createPageHandler(folder.folder, index, {
    load: async () => resolvePage,
    failed: () => null,
    base: '',
  })
})
afterAll(() => folder.remove())

const reader = 'de-DE Europe/Berlin'
const fetch: Visitor['fetch'] = async (path) => new Response(`{"data":"${path} </script>"}`)
const visitor: Visitor = { cookies: { reader }, origin: 'https://quarterdeck.example', signedIn: true, fetch }

const request = (address: string, headers: Record<string, string> = {}) =>
  new Request(`http://127.0.0.1${address}`, { headers: { accept: 'text/html', ...headers } })

const pageFor = async (address: string, given: Partial<Visitor> = {}) => {
  const { status, headers, ...response } = await handle(request(address), { ...visitor, ...given }).then(
    async (response) => ({ status: response.status, headers: response.headers, html: await response.text() }),
  )
  return { status, headers, html: response.html }
}

it('renders a page with its data and the user’s locale, marked no-store', async () => {
  const { html, headers } = await pageFor('/companies/5')
  expect(html).toContain('<div id="root" data-ssr><p>de-DE Europe/Berlin undefined {"data":"/companies/5 ')
  const state = /<script type="application\/json" id="__state">(.*?)<\/script>/.exec(html)
  expect(JSON.parse(state?.[1] ?? '')).toEqual({ text: '{"data":"/companies/5 </script>"}' })
  expect(html).toMatch(/<\/body><\/html>$/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('vary')).toContain('Cookie')
})

it('lists the page’s styles once each, and then its scripts at low priority', async () => {
  const { html, headers } = await pageFor('/companies/5')
  expect(html.slice(html.indexOf('<link'), html.indexOf('</head>'))).toBe(
    [
      '<link rel="stylesheet" crossorigin href="/assets/app.css">',
      '<link rel="stylesheet" crossorigin href="/assets/record.css">',
      '<script async fetchpriority="low" type="module" crossorigin src="/assets/app.js"></script>',
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/form.js">',
      '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/record.js">',
    ].join(''),
  )
  const policy = headers.get('content-security-policy')
  expect(html).toContain(`<script>${inline}</script>`)
  expect(policy).toContain(`script-src 'self' ${hashOf(inline)};`)
  expect(policy).toContain("style-src 'self';")
})

it.each(['br', 'gzip', 'identity'])('sends the head before the data is loaded, with %s', async (encoding) => {
  let answer = (_: Response) => {}
  const waiting: Visitor['fetch'] = () =>
    new Promise((resolve) => {
      answer = resolve
    })
  const response = await handle(request('/companies/5', { 'accept-encoding': encoding }), {
    ...visitor,
    fetch: waiting,
  })
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
  expect(await read('</head>')).toContain('/assets/record.css')
  answer(new Response('{"data":"late"}'))
  expect(await read('</html>')).toContain('{"data":"late"}')
})

it('asks for nothing more once the user has left', async () => {
  const left = new AbortController()
  const paths: string[] = []
  const leaving: Visitor['fetch'] = async (path) => {
    paths.push(path)
    left.abort()
    return new Response('{}')
  }
  const asked = new Request(request('/companies?many'), { signal: left.signal })
  await (await handle(asked, { ...visitor, fetch: leaving })).text()
  expect(paths).toEqual(['/0'])
})

it.each<[string, Partial<Visitor>]>([
  ['is unknown', { cookies: {} }],
  ['is nonsense', { cookies: { reader: 'nowhere Europe/Atlantis' } }],
  ['has settings that only the browser knows', { cookies: { reader, columns: tooLong } }],
  ['uses another server', { fetch: null }],
  ['has no session', { fetch: async () => null }],
  ['is refused', { fetch: async () => new Response('{}', { status: 403 }) }],
  ['gets no response', { fetch: () => new Promise(() => {}) }],
  ['gets an error', { fetch: () => Promise.reject(new Error('The database is away.')) }],
])('renders skeletons if the user %s', async (_, given) => {
  const { html, status } = await pageFor('/companies?page=2', given)
  expect(status).toBe(200)
  expect(html).toContain('<div id="root" data-ssr>')
  expect(html).toContain('skeleton')
})

it('sends at most six requests at a time', async () => {
  let [sent, now, most] = [0, 0, 0]
  const counting: Visitor['fetch'] = async () => {
    sent += 1
    now += 1
    most = Math.max(most, now)
    await new Promise((resolve) => setImmediate(resolve))
    now -= 1
    return new Response('{}')
  }
  await pageFor('/companies?many', { fetch: counting })
  expect([sent, most]).toEqual([41, 6])
})

it('leaves a page that fails to render to the browser', async () => {
  const { status, html } = await pageFor('/companies?broken')
  expect(status).toBe(200)
  expect(html).toContain('<div id="root"></div>')
})

it('renders and fetches nothing for someone who is not signed in', async () => {
  const never = () => Promise.reject(new Error('Nothing may be fetched.'))
  expect((await pageFor('/companies', { signedIn: false, fetch: never })).html).toContain('<div id="root"></div>')
})

it('renders the sign-in page with its data for everyone, even without a known locale', async () => {
  for (const given of [{ signedIn: false }, { signedIn: true }, { signedIn: false, cookies: {} }]) {
    const { html } = await pageFor('/sign-in?next=%2Fcompanies', given)
    expect(html).toContain('undefined {"data":"/sign-in ')
    expect(html).not.toContain('data-font')
    expect(html).toContain('crossorigin href="/assets/font.woff2"')
  }
})

it('redirects an address that stands for another page', async () => {
  const { status, headers } = await pageFor('/')
  expect([status, headers.get('location')]).toEqual([302, '/today'])
})

const comingFrom = (site: string, address: string) =>
  handle(request(address, { 'sec-fetch-site': site }), { ...visitor, signedIn: false })

it.each([
  ['/', '/sign-in'],
  ['/companies?search=a%20b&page=2', '/sign-in?next=%2Fcompanies%3Fsearch%3Da%2520b%26page%3D2'],
  ['//evil.example', '/sign-in?next=%2F%2Fevil.example'],
])('redirects %s to the sign-in page', async (address, to) => {
  for (const site of ['none', 'same-origin']) {
    const response = await comingFrom(site, address)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(to)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('vary')).toBe('Cookie, Sec-Fetch-Site')
  }
})

it.each(['cross-site', 'same-site'])(
  'reloads a %s first request with a script that the policy allows',
  async (site) => {
    const response = await comingFrom(site, '/companies')
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const script = /<script>(.*)<\/script>/.exec(await response.text())?.[1] ?? ''
    expect(script).not.toBe('')
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; /)
    expect(response.headers.get('content-security-policy')).toContain(`script-src ${hashOf(script)};`)
  },
)

it('renders a page with the user’s preferences', async () => {
  const cookies = { reader, density: 'relaxed', theme: 'dark' }
  const { html } = await pageFor('/companies', { cookies })
  expect(html).toContain('<html data-theme="dark" data-font="later" lang="en">')
  expect(html).toContain('Europe/Berlin relaxed')
  const withFont = await pageFor('/companies', { cookies: { ...cookies, font: 'there' } })
  expect(withFont.html).toContain('<html data-theme="dark" lang="en">')
  expect(withFont.html).toContain('href="/assets/font.woff2"')
  const odd = await pageFor('/companies', { cookies: { reader, theme: '"><script>' } })
  expect(odd.html).toContain('<html data-font="later" lang="en">')
})
