import { PassThrough, Readable } from 'node:stream'
import zlib from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'

const encoders = {
  br: () => zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: () => zlib.createGzip(),
  identity: () => Object.assign(new PassThrough(), { flush: () => {} }),
}

const encodings = ['br', 'gzip', 'identity'] as const

const negotiate = (request: Request) => {
  const accepted = parseAccept(request.headers.get('accept-encoding') ?? '')
  return encodings.find((encoding) => accepted.some(({ type, q }) => type === encoding && q > 0)) ?? 'identity'
}

/** Sends each part as soon as it is there. `X-Accel-Buffering` keeps proxies such as nginx from holding the first one back. */
export const streamed = (request: Request, given: Record<string, string>, parts: (string | Promise<string>)[]) => {
  const encoding = negotiate(request)
  const encoder = encoders[encoding]()
  const send = async () => {
    for (const part of parts) {
      encoder.write(await part)
      encoder.flush()
    }
    encoder.end()
  }
  send().catch((error) => encoder.destroy(error))
  const headers = new Headers({ ...given, 'x-accel-buffering': 'no' })
  if (encoding !== 'identity') headers.set('content-encoding', encoding)
  return new Response(Readable.toWeb(encoder) as ReadableStream, { headers })
}
