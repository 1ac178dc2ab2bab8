import { PassThrough, Readable } from 'node:stream'
import zlib from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'
import { etagOf, matchesEtag } from '../api/conditional-requests'

export type Encoding = 'br' | 'gzip' | 'identity'

/** One resource: its variants from the smallest to the plain one. */
export type File = {
  variants: { encoding: Encoding; content: Buffer; etag: string }[]
  headers: Record<string, string>
}

/** A part of a file's answer, named by what it holds. */
export const fileVariant = (encoding: Encoding, content: Buffer) => ({
  encoding,
  content,
  etag: etagOf(content),
})

/** Whether the one who asks takes what is packed so. */
const takes = (request: Request) => {
  const accepted = parseAccept(request.headers.get('accept-encoding') ?? '')
  return (encoding: Encoding) => encoding === 'identity' || accepted.some(({ type, q }) => type === encoding && q > 0)
}

export const fileResponse = (request: Request, { variants, headers: given }: File) => {
  const isTaken = takes(request)
  const chosen = variants.find(({ encoding }) => isTaken(encoding))
  if (!chosen) return null
  const headers = new Headers({ vary: 'Accept-Encoding', ...given, etag: chosen.etag })
  if (matchesEtag(request.headers.get('if-none-match') ?? '', chosen.etag))
    return new Response(null, { status: 304, headers })
  headers.set('content-length', String(chosen.content.length))
  if (chosen.encoding !== 'identity') headers.set('content-encoding', chosen.encoding)
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(chosen.content), { headers })
}

const packers = {
  br: () => zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => zlib.createGzip(),
  identity: () => Object.assign(new PassThrough(), { flush: () => {} }),
}

type Part = string | Buffer

/** Sent in two parts, the second once it is there. A proxy such as nginx would hold the first one back. */
export const responseInParts = (
  request: Request,
  given: Record<string, string>,
  first: Part,
  second: Promise<Part>,
) => {
  const encoding = (['br', 'gzip', 'identity'] as const).find(takes(request)) ?? 'identity'
  const packer = packers[encoding]()
  packer.write(first)
  packer.flush()
  second.then((text) => packer.end(text)).catch((error) => packer.destroy(error))
  const headers = new Headers({ ...given, 'x-accel-buffering': 'no' })
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  return new Response(Readable.toWeb(packer) as ReadableStream, { headers })
}
