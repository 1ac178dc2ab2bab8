import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Visitor, WebApp } from '../http/visitor'
import type { Web } from './handler'
import { createWebApp } from './web-app'

const script = 'console.log("Quarterdeck")'
let folder: string
let webApp: WebApp

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'quarterdeck-'))
  await fs.mkdir(path.join(folder, 'assets'))
  await fs.writeFile(
    path.join(folder, 'index.html'),
    '<!doctype html><html lang="en"><head></head><div id="root"></div></html>',
  )
  await fs.writeFile(path.join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await fs.writeFile(path.join(folder, 'assets/main-4f2a.js'), script)
  await fs.writeFile(path.join(folder, 'assets/main-4f2a.js.br'), brotliCompressSync(script))
  await fs.writeFile(path.join(folder, 'assets/long-4f2a.js'), script.repeat(100))
  webApp = (await createWebApp(folder, web)) as WebApp
})
afterAll(() => fs.rm(folder, { recursive: true }))

const web: Web = { load: async () => () => ({ redirect: '/never' }), failed: () => null }

const visitor: Visitor = { cookies: {}, origin: 'https://quarterdeck.example', signedIn: false, fetch: null }

const get = (pathname: string, headers: Record<string, string> = {}) =>
  webApp(new Request(`http://127.0.0.1${pathname}`, { headers: { accept: '*/*', ...headers } }), visitor)

it('is null if the web app has not been built', async () => {
  expect(await createWebApp(path.join(folder, 'missing'), web)).toBeNull()
})

it('serves assets as immutable, compressed if accepted', async () => {
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
  expect(brotliDecompressSync((await small?.arrayBuffer()) ?? '').toString()).toBe(script)

  expect(
    (await get('/assets/main-4f2a.js', { 'accept-encoding': 'br;q=0' }))?.headers.get('content-encoding'),
  ).toBeNull()
})

it('compresses for browsers that take gzip alone', async () => {
  const plain = await get('/assets/long-4f2a.js')
  const small = await get('/assets/long-4f2a.js', { 'accept-encoding': 'gzip, deflate' })
  expect(small?.headers.get('content-encoding')).toBe('gzip')
  expect(small?.headers.get('vary')).toBe('Accept-Encoding')
  const etag = small?.headers.get('etag') ?? ''
  expect(etag).not.toBe(plain?.headers.get('etag'))
  expect(gunzipSync((await small?.arrayBuffer()) ?? '').toString()).toBe(script.repeat(100))
  const again = await get('/assets/long-4f2a.js', { 'accept-encoding': 'gzip, deflate', 'if-none-match': etag })
  expect(again?.status).toBe(304)
})

it('serves files whole, whatever part is asked for', async () => {
  const part = await get('/icon.svg', { range: 'bytes=10-19', 'if-range': '"stale"' })
  expect([part?.status, part?.headers.get('accept-ranges'), (await part?.text())?.length]).toEqual([200, null, 41])
})

it('answers 304 to a current ETag, and HEAD without a body', async () => {
  const etag = (await get('/icon.svg'))?.headers.get('etag') ?? ''
  const unchanged = await get('/icon.svg', { 'if-none-match': etag })
  expect(unchanged?.status).toBe(304)
  expect(unchanged?.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(unchanged?.headers.get('vary')).toBe('Accept-Encoding')
  expect((await get('/icon.svg', { 'if-none-match': '"another"' }))?.status).toBe(200)
  const head = await webApp(new Request('http://127.0.0.1/icon.svg', { method: 'HEAD' }), visitor)
  expect(head?.headers.get('content-length')).toBe('41')
  expect(head?.headers.get('etag')).toBe(etag)
  expect(await head?.text()).toBe('')
})

it.each(['/', '/companies', '/companies/5b0e6c1a-93d7-4f0e-8a42-7c19e0d4b6f3', '/devices/router.local'])(
  'answers with a page at %s, which no one keeps',
  async (pathname) => {
    const page = await get(pathname, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    expect(page?.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page?.headers.get('cache-control')).toBe('no-store')
    expect(await page?.text()).toContain('<div id="root">')
  },
)

it.each([
  '/assets/main-0000.js',
  '/assets/companies',
  '/favicon.ico',
  '/assets/../../package.json',
  '/assets/main-4f2a.js.br',
  '/assets/%6dain-4f2a.js',
  '/pages.json',
])('serves nothing at %s', async (pathname) => {
  expect(await get(pathname)).toBeNull()
})
