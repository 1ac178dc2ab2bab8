import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStatic, type Static, type Visitor } from './static'

const script = 'console.log("Quarterdeck")'
let folder: string
let files: Static

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'quarterdeck-'))
  await fs.mkdir(path.join(folder, 'assets'))
  await fs.writeFile(
    path.join(folder, 'index.html'),
    '<!doctype html><html lang="en"><head><title>Quarterdeck</title></head><div id="root"></div></html>',
  )
  await fs.writeFile(
    path.join(folder, 'pages.json'),
    JSON.stringify({
      '/companies': {
        scripts: ['assets/page.js'],
        styles: [],
        title: 'Companies',
        html: '<p class="shell">$&</p>',
        asks: '/companies',
      },
      '/companies/:id': {
        scripts: [],
        styles: ['assets/page.css'],
        title: 'Loading',
        html: '',
        asks: '/companies/:id',
      },
    }),
  )
  await fs.writeFile(path.join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await fs.writeFile(path.join(folder, 'assets/main-4f2a.js'), script)
  await fs.writeFile(path.join(folder, 'assets/main-4f2a.js.br'), brotliCompressSync(script))
  files = (await openStatic(folder)) as Static
})
afterAll(() => fs.rm(folder, { recursive: true }))

const visitor: Visitor = { theme: undefined, navigation: undefined, signedIn: false }

const get = (pathname: string, headers: Record<string, string> = {}, theme?: string) =>
  files(new Request(`http://127.0.0.1${pathname}`, { headers: { accept: '*/*', ...headers } }), { ...visitor, theme })

it('is not there before the web app is built', async () => {
  expect(await openStatic(path.join(folder, 'missing'))).toBeNull()
})

it('serves an asset for ever, compressed for those who take it', async () => {
  const plain = get('/assets/main-4f2a.js')
  expect(plain?.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(plain?.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(plain?.headers.get('content-encoding')).toBeNull()
  expect(await plain?.text()).toBe(script)

  const small = get('/assets/main-4f2a.js', { 'accept-encoding': 'gzip, deflate, br' })
  expect(small?.headers.get('content-encoding')).toBe('br')
  expect(small?.headers.get('vary')).toBe('Accept-Encoding')
  expect(small?.headers.get('etag')).not.toBe(plain?.headers.get('etag'))
  expect(brotliDecompressSync((await small?.bytes()) ?? '').toString()).toBe(script)

  expect(get('/assets/main-4f2a.js', { 'accept-encoding': 'br;q=0' })?.headers.get('content-encoding')).toBeNull()
})

it('answers 304 to who has it already, and HEAD without a body', async () => {
  const etag = get('/icon.svg')?.headers.get('etag') ?? ''
  expect(get('/icon.svg', { 'if-none-match': etag })?.status).toBe(304)
  expect(get('/icon.svg', { 'if-none-match': '"another"' })?.status).toBe(200)
  const head = files(new Request('http://127.0.0.1/icon.svg', { method: 'HEAD' }), visitor)
  expect(head?.headers.get('content-length')).toBe('41')
  expect(await head?.text()).toBe('')
})

it.each(['/', '/companies', '/companies/5b0e6c1a-93d7-4f0e-8a42-7c19e0d4b6f3', '/devices/router.local'])(
  'answers the app’s page at %s, never from a cache unasked',
  async (pathname) => {
    const page = get(pathname, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
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
  const page = get('/', {}, theme)
  expect(page?.headers.get('vary')).toContain('Cookie')
  expect(await page?.text()).toContain(element)
})

it.each([
  '/assets/main-0000.js',
  '/assets/companies',
  '/favicon.ico',
  '/assets/../../package.json',
  '/assets/main-4f2a.js.br',
])('has nothing at %s', (pathname) => {
  expect(get(pathname)).toBeNull()
})

const pageFor = (address: string, given: Partial<Visitor> = {}) =>
  files(new Request(`http://127.0.0.1${address}`, { headers: { accept: 'text/html' } }), { ...visitor, ...given })

it('names the files of an address, and draws its page and asks for its first rows for who is signed in', async () => {
  const known = pageFor('/companies?page=2&nonsense=1&search=o%27hara', { signedIn: true })
  expect(known?.headers.get('link')).toBe(
    '</api/public/v1/companies?page=2&search=o%27hara>; rel=preload; as=fetch; crossorigin',
  )
  const html = await known?.text()
  expect(html).toContain('<link rel="modulepreload" crossorigin href="/assets/page.js"></head>')
  expect(html).toContain('<title>Companies · Quarterdeck</title>')
  expect(html).toContain('<div id="root"><p class="shell">$&</p></div>')

  const unknown = pageFor('/companies')
  expect(unknown?.headers.get('link')).toBeNull()
  expect(await unknown?.text()).not.toContain('class="shell"')
})

it('asks for one record by its ID, and for nothing at an address that is none', () => {
  const link = (address: string) => pageFor(address, { signedIn: true })?.headers.get('link')
  expect(link('/companies/4f2a-1')).toBe('</api/public/v1/companies/4f2a-1>; rel=preload; as=fetch; crossorigin')
  expect(link('/companies/%0d%0aset-cookie:a=b')).toBeNull()
  expect(link('/companies/4f2a/edit/more')).toBeNull()
})

it('draws the navigation folded for who folded it', async () => {
  const page = pageFor('/companies', { signedIn: true, navigation: 'folded' })
  expect(await page?.text()).toContain('<p class="shell" data-nav="collapsed">')
})
