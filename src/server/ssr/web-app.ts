import fs from 'node:fs/promises'
import path from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { etag } from 'hono/etag'
import { etagOf, withEncoding } from '../api/conditional-requests'
import type { WebApp } from '../http/visitor'
import { createPageHandler, type Web } from './handler'
import { manifestFile } from './html-template'

/**
 * Serves the built web app: a file, a page for any path a person could visit, or null. Resolves to null if nothing is
 * built.
 */
export const createWebApp = async (folder: string, web: Web): Promise<WebApp | null> => {
  const index = await fs.readFile(path.join(folder, 'index.html'), 'utf8').catch(() => null)
  if (index === null) return null
  const pageAt = await createPageHandler(folder, index, web)
  const files = await createFileServer(folder)

  return async (request, visitor) => {
    const { pathname } = new URL(request.url)
    if (files.has(pathname)) return files.fetch(request)
    return isPage(pathname, request.headers.get('accept') ?? '*/*') ? pageAt(request, visitor) : null
  }
}

/** Files that pages are made of, and that are not served. */
const pageSources = new Set(['/index.html', `/${manifestFile}`])

/** Serves a folder's files: brotli from the build, or gzip made on request, since browsers take no brotli without HTTPS. */
const createFileServer = async (folder: string) => {
  const paths = await pathsIn(folder)
  const files = new Hono()
  files.use(etag())
  files.use(fileHeaders(folder))
  files.use(compress({ encoding: 'gzip' }))
  files.use(serveStatic({ root: folder, precompressed: true }))
  return {
    has: (pathname: string) => paths.has(pathname) && !pathname.endsWith('.br') && !pageSources.has(pathname),
    fetch: (request: Request) => files.fetch(whole(request)),
  }
}

/** Files are small, so ranges are left out: the library ignores `If-Range`. */
const whole = (request: Request) => {
  const headers = new Headers(request.headers)
  headers.delete('range')
  return new Request(request, { headers })
}

const fileHeaders = (folder: string): MiddlewareHandler => {
  // Hashed when first served, because hashing hundreds of files would delay each start.
  const etags = new Map<string, string>()
  const etagAt = async (file: string) => {
    const known = etags.get(file) ?? etagOf(await fs.readFile(path.join(folder, file)))
    etags.set(file, known)
    return known
  }
  return async (c, next) => {
    await next()
    if (!c.res.ok) return
    const { headers } = c.res
    const encoding = headers.get('content-encoding')
    const etag = await etagAt(c.req.path)
    headers.set('etag', encoding ? withEncoding(etag, encoding) : etag)
    headers.set('vary', 'Accept-Encoding')
    headers.set(
      'cache-control',
      c.req.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    )
  }
}

/** Every file and compressed variant, by URL path. */
const pathsIn = async (folder: string) => {
  const entries = await fs.readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return new Set(
    files.map(({ parentPath, name }) => {
      const file = path.relative(folder, path.join(parentPath, name))
      return `/${file.split(path.sep).join('/')}`
    }),
  )
}

const isPage = (pathname: string, accept: string) => {
  if (pathname.startsWith('/assets/')) return false
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+$/.test(pathname))
}
