import zlib from 'node:zlib'
import { parseAccept } from 'hono/utils/accept'

const encodings = ['br', 'gzip'] as const
export type Encoding = (typeof encodings)[number]

/** The best encoding that this Accept-Encoding header allows, if any. */
export const acceptedEncoding = (header: string | null | undefined): Encoding | undefined => {
  const accepted = parseAccept(header ?? '')
  return encodings.find((encoding) => accepted.some(({ type, q }) => type === encoding && q > 0))
}

export const brotliParams = { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 }

/** Streams that pass each part on as soon as it is written. */
export const encoders: Record<Encoding, () => zlib.BrotliCompress | zlib.Gzip> = {
  br: () => zlib.createBrotliCompress({ flush: zlib.constants.BROTLI_OPERATION_FLUSH, params: brotliParams }),
  gzip: () => zlib.createGzip({ flush: zlib.constants.Z_SYNC_FLUSH }),
}
