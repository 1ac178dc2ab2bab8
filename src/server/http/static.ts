import fs from 'node:fs/promises'
import path from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { createPageHandler, isPageSource, type Web } from '../ssr/handler'
import type { Visitor } from '../ssr/request'
import { type Encoding, type File, fileResponse, fileVariant } from './file-response'

/**
 * The built web app, held in memory: what was not in the folder when it was opened cannot be asked for. Answers with a file,
 * with the app's page where a person could have gone, or with null. The web app draws its pages itself. Resolves to null when nothing was built there.
 */
export const createStaticHandler = async (folder: string, web: Web) => {
  const index = await fs.readFile(path.join(folder, 'index.html'), 'utf8').catch(() => null)
  if (index === null) return null
  const pageAt = await createPageHandler(folder, index, web)
  const files = await readFiles(folder)

  return async (request: Request, visitor: Visitor): Promise<Response | null> => {
    const { pathname } = new URL(request.url)
    const file = files.get(pathname)
    if (file) return fileResponse(request, file)
    return isPage(pathname, request.headers.get('accept') ?? '*/*') ? pageAt(request, visitor) : null
  }
}

export type Static = NonNullable<Awaited<ReturnType<typeof createStaticHandler>>>

/** Every file but the page, under its path; the build has put compressed twins beside those that gain by it. */
const readFiles = async (folder: string) => {
  const names = await fs.readdir(folder, { recursive: true, withFileTypes: true })
  const paths = new Set(names.filter((name) => name.isFile()).map((name) => path.join(name.parentPath, name.name)))
  const files = new Map<string, File>()
  for (const plain of paths) {
    if (/\.(br|gz)$/.test(plain) || isPageSource(path.relative(folder, plain))) continue
    const url = `/${path.relative(folder, plain).split(path.sep).join('/')}`
    const twins: [Encoding, string][] = [
      ['br', `${plain}.br`],
      ['gzip', `${plain}.gz`],
      ['identity', plain],
    ]
    const present = twins.filter(([, twin]) => paths.has(twin))
    files.set(url, {
      variants: await Promise.all(
        present.map(async ([encoding, twin]) => fileVariant(encoding, await fs.readFile(twin))),
      ),
      headers: {
        'content-type': getMimeType(plain) ?? 'application/octet-stream',
        'cache-control': url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      },
    })
  }
  return files
}

const isPage = (pathname: string, accept: string) => {
  if (pathname.startsWith('/assets/')) return false
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+$/.test(pathname))
}
