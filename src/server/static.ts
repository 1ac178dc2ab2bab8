import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { parseAccept } from 'hono/utils/accept'
import { getMimeType } from 'hono/utils/mime'
import { namesEtag } from './kit/conditional'
import { isForPages, openPages } from './pages'

type Encoding = 'br' | 'gzip' | 'identity'
/** One resource: its variants from the smallest to the plain one. */
export type File = {
  variants: { encoding: Encoding; content: Buffer; etag: string }[]
  type: string
  cacheControl: string
  /** What the browser is told to fetch at once. */
  link?: string
}

/** What a page is given before it has run. */
export type Visitor = { theme: string | undefined; navigation: string | undefined; signedIn: boolean }

/**
 * The built web app, held in memory: what was not in the folder when it was opened cannot be asked for. Answers with a file,
 * with the app's page where a person could have gone, or with null. Resolves to null when nothing was built there.
 */
export const openStatic = async (folder: string) => {
  const index = await fs.readFile(path.join(folder, 'index.html'), 'utf8').catch(() => null)
  if (index === null) return null
  const pageAt = await openPages(folder, index)
  const files = await readFiles(folder)

  return (request: Request, visitor: Visitor): Response | null => {
    const url = new URL(request.url)
    const file = files.get(url.pathname)
    if (file) return answer(request, file)
    if (!isPage(url.pathname, request.headers.get('accept') ?? '*/*')) return null
    return answer(request, pageAt(url, visitor))
  }
}

export type Static = NonNullable<Awaited<ReturnType<typeof openStatic>>>

/** Every file but the page, under its path; the build has put compressed twins beside those that gain by it. */
const readFiles = async (folder: string) => {
  const names = await fs.readdir(folder, { recursive: true, withFileTypes: true })
  const paths = new Set(names.filter((name) => name.isFile()).map((name) => path.join(name.parentPath, name.name)))
  const files = new Map<string, File>()
  for (const plain of paths) {
    if (/\.(br|gz)$/.test(plain) || isForPages(path.relative(folder, plain))) continue
    const url = `/${path.relative(folder, plain).split(path.sep).join('/')}`
    const twins: [Encoding, string][] = [
      ['br', `${plain}.br`],
      ['gzip', `${plain}.gz`],
      ['identity', plain],
    ]
    const present = twins.filter(([, twin]) => paths.has(twin))
    files.set(url, {
      variants: await Promise.all(present.map(async ([encoding, twin]) => variant(encoding, await fs.readFile(twin)))),
      type: getMimeType(plain) ?? 'application/octet-stream',
      cacheControl: url.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
    })
  }
  return files
}

/** A part of a file's answer, named by what it holds. */
export const variant = (encoding: Encoding, content: Buffer) => ({
  encoding,
  content,
  etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`,
})

const isPage = (pathname: string, accept: string) => {
  if (pathname.startsWith('/assets/')) return false
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.\w+$/.test(pathname))
}

const answer = (request: Request, { variants, type, cacheControl, link }: File) => {
  const accepted = parseAccept(request.headers.get('accept-encoding') ?? '')
  const chosen = variants.find(
    ({ encoding }) => encoding === 'identity' || accepted.some((each) => each.type === encoding && each.q > 0),
  )
  if (!chosen) return null
  const headers = new Headers({
    'cache-control': cacheControl,
    'content-type': type,
    etag: chosen.etag,
    vary: type.startsWith('text/html') ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
    ...(link && { link }),
  })
  if (namesEtag(request.headers.get('if-none-match') ?? '', chosen.etag))
    return new Response(null, { status: 304, headers })
  headers.set('content-length', String(chosen.content.length))
  if (chosen.encoding !== 'identity') headers.set('content-encoding', chosen.encoding)
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(chosen.content), { headers })
}
