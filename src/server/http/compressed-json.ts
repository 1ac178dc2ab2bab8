import { pipeline, Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import type { MiddlewareHandler } from 'hono'
import { findEtag, withEncoding } from '../api/conditional-requests'
import { acceptedEncoding, brotliParams, type Encoding, encoders } from './content-encoding'

/** What fits into one packet arrives no sooner compressed. */
const smallest = 1400

const compressed: Record<Encoding, (body: ArrayBuffer) => Promise<Uint8Array<ArrayBuffer>>> = {
  br: (body) => promisify(zlib.brotliCompress)(body, { params: brotliParams }),
  gzip: promisify(zlib.gzip),
}

const whole = async (response: Response, encoding: Encoding) => {
  const body = await response.arrayBuffer()
  const isSmall = body.byteLength < smallest
  return { body: isSmall ? body : await compressed[encoding](body), isEncoded: !isSmall }
}

const inParts = ({ body }: Response, encoding: Encoding) => {
  if (!body) return { body, isEncoded: false }
  // An error ends the stream, and with it the connection.
  const parts = pipeline(Readable.fromWeb(body as NodeStream), encoders[encoding](), () => {})
  return { body: Readable.toWeb(parts) as ReadableStream, isEncoded: true }
}

const isCompressible = ({ headers }: Response) =>
  /[/+]json\b/.test(headers.get('content-type') ?? '') && !/no-transform/.test(headers.get('cache-control') ?? '')

/**
 * Compresses JSON for clients that accept it; another server’s while it arrives. Its ETag then ends with the encoding, because a strong
 * one belongs to one representation (RFC 9110, 8.8.3). `withoutEncoding` takes that off again.
 */
export const compressJson =
  (isFromElsewhere: boolean): MiddlewareHandler =>
  async (c, next) => {
    await next()
    const { res } = c
    const isUnchanged = res.status === 304
    if (!isCompressible(res) && !isUnchanged) return
    res.headers.append('vary', 'Accept-Encoding')
    const etag = res.headers.get('etag')
    if (isUnchanged) {
      // By this ETag a cache finds the answer that it has kept.
      const kept = etag && findEtag(c.req.header('if-none-match') ?? '', etag)
      if (kept) res.headers.set('etag', kept)
      return
    }
    const encoding = acceptedEncoding(c.req.header('accept-encoding'))
    if (!encoding) return
    const { body, isEncoded } = isFromElsewhere ? inParts(res, encoding) : await whole(res, encoding)
    c.res = new Response(body, res)
    if (!isEncoded) return
    c.res.headers.set('content-encoding', encoding)
    if (etag) c.res.headers.set('etag', withEncoding(etag, encoding))
  }
