import { PassThrough, Readable } from 'node:stream'
import { acceptedEncoding, encoders } from '../http/content-encoding'

/** Sends each part as soon as it is there. `X-Accel-Buffering` keeps proxies such as nginx from holding the first one back. */
export const streamed = (request: Request, given: Record<string, string>, parts: (string | Promise<string>)[]) => {
  const encoding = acceptedEncoding(request.headers.get('accept-encoding'))
  const encoder = encoding ? encoders[encoding]() : new PassThrough()
  const send = async () => {
    for (const part of parts) encoder.write(await part)
    encoder.end()
  }
  send().catch((error) => encoder.destroy(error))
  const headers = new Headers({ ...given, 'x-accel-buffering': 'no' })
  if (encoding) headers.set('content-encoding', encoding)
  return new Response(Readable.toWeb(encoder) as ReadableStream, { headers })
}
