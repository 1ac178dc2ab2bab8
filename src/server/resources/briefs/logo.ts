import { constants, crc32, deflateSync, inflateSync } from 'node:zlib'
import { convertIndexedToRgb, type DecodedPng, decode as decodePng } from 'fast-png'
import jpeg from 'jpeg-js'
import { highestLogo, largestLogo, widestLogo } from '../../../contract/brand'
import { Problem } from '../../api/problem'

type Pixels = { width: number; height: number; channels: number; data: ArrayLike<number> }

/**
 * The logo as a PNG of our own on white, so that nothing of the file but its pixels is kept. Takes a PNG or JPEG as the address
 * of its data or as plain base64.
 */
export const readLogo = (given: string) => {
  const bytes = Buffer.from(given.replace(/^data:[^,]*,/, ''), 'base64')
  if (bytes.length > largestLogo) throw refused('is larger than 512 KB. Save it smaller')
  let pixels = onWhite(decoded(bytes))
  let png = encodePng(pixels)
  // A photograph takes more as PNG than it did as JPEG.
  while (png.length > largestLogo) {
    pixels = halved(pixels)
    png = encodePng(pixels)
  }
  return `data:image/png;base64,${png.toString('base64')}`
}

const refused = (why: string) =>
  new Problem(422, 'Invalid values', `The logo ${why}. Nothing was changed.`, {
    errors: [{ in: 'body', path: 'logo', message: `The logo ${why}.` }],
  })

const decoded = (bytes: Buffer): Pixels => {
  const isPng = bytes.subarray(0, 8).equals(pngSignature) && bytes.length > 33
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8
  if (!isPng && !isJpeg) throw noPicture()
  try {
    if (isPng) {
      return inEightBits(decodePng(plainPng(bytes)))
    }
    if (scansOf(bytes) > mostScans) throw refused('is a JPEG of too many scans. Save it as a PNG')
    const limits = { maxResolutionInMP: (widestLogo * highestLogo) / 1e6, maxMemoryUsageInMB: 64 }
    const { width, height, data } = jpeg.decode(bytes, { useTArray: true, tolerantDecoding: false, ...limits })
    requireSize(width, height)
    return { width, height, channels: 4, data }
  } catch (error) {
    if (error instanceof Problem) throw error
    if (error instanceof Error && /maxResolutionInMP|maxMemoryUsage/.test(error.message)) throw tooLarge()
    throw noPicture()
  }
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const noPicture = () => refused('is not a PNG or JPEG that can be read. Save the picture as one of them again')

const tooLarge = () => refused(`is larger than ${widestLogo} × ${highestLogo} pixels. Save it smaller`)

const requireSize = (width: number, height: number) => {
  if (width > widestLogo || height > highestLogo) throw tooLarge()
  if (width < 1 || height < 1) throw noPicture()
}

/** Its sizes, and what its pixels are made from. The rest, such as texts and profiles, is left out. */
const needed = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']

type Chunk = { type: string; data: Buffer }

/** The same picture, unpacked no further than its size allows: little can unpack to much. */
const plainPng = (bytes: Buffer) => {
  requireSize(bytes.readUInt32BE(16), bytes.readUInt32BE(20))
  const chunks: Chunk[] = []
  for (let at = 8; chunks.at(-1)?.type !== 'IEND'; ) {
    const end = at + 8 + bytes.readUInt32BE(at)
    if (bytes.readUInt32BE(end) !== crc32(bytes.subarray(at + 4, end))) throw noPicture()
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (needed.includes(type)) chunks.push({ type, data: bytes.subarray(at + 8, end) })
    at = end + 4
  }
  const [header] = chunks
  if (chunks.filter(({ type }) => type === 'IHDR').length !== 1 || header?.type !== 'IHDR') throw noPicture()
  const packed = Buffer.concat(chunks.flatMap(({ type, data }) => (type === 'IDAT' ? [data] : [])))
  const unpacked = inflateSync(packed, { maxOutputLength: unpackedLength(header.data) })
  const data = deflateSync(unpacked, { level: constants.Z_NO_COMPRESSION })
  const before = chunks.filter(({ type }) => type !== 'IDAT' && type !== 'IEND')
  return pngOf([...before, { type: 'IDAT', data }])
}

const pngOf = (chunks: Chunk[]) =>
  Buffer.concat([
    pngSignature,
    ...[...chunks, { type: 'IEND', data: Buffer.alloc(0) }].flatMap(({ type, data }) => {
      const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
      return [inFourBytes(data.length), body, inFourBytes(crc32(body))]
    }),
  ])

const inFourBytes = (number: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}

/** Where the seven passes of an interlaced PNG begin, and their steps: x, y. */
const passes = [
  ...[[0, 0, 8, 8] as const, [4, 0, 8, 8] as const, [0, 4, 4, 8] as const, [2, 0, 4, 4] as const],
  ...[[0, 2, 2, 4] as const, [1, 0, 2, 2] as const, [0, 1, 1, 2] as const],
]

/** In bytes: each row of pixels has one more, which names its filter. */
const unpackedLength = (header: Buffer) => {
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)]
  const channels = [1, 0, 3, 1, 2, 0, 4][header[9] ?? 1] ?? 0
  const bits = channels * (header[8] ?? 0)
  return (header[12] === 0 ? [[0, 0, 1, 1] as const] : passes).reduce((sum, [x, y, stepX, stepY]) => {
    const [across, down] = [Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)]
    return across > 0 && down > 0 ? sum + down * (1 + Math.ceil((across * bits) / 8)) : sum
  }, 0)
}

/** Each goes over the whole picture, however few bytes it takes. Progressive JPEGs usually have ten. */
const mostScans = 24

/** A marker of a scan cannot be part of another's data. */
const scansOf = (bytes: Buffer) => {
  let count = 0
  for (let at = bytes.indexOf('ffda', 0, 'hex'); at !== -1; at = bytes.indexOf('ffda', at + 2, 'hex')) count++
  return count
}

/** A picture of few colours names them in a palette; one of few greys is as if it did. */
const inEightBits = (png: DecodedPng): Pixels => {
  const { width, height, channels, depth, data } = png
  if (depth === 16) return { width, height, channels, data: data.map((value) => value >> 8) }
  const greys = Array.from({ length: 2 ** depth }, (_, at) => Array(3).fill((255 * at) / (2 ** depth - 1)))
  const palette = png.palette ?? (depth < 8 ? greys : undefined)
  if (!palette) return { width, height, channels, data }
  return { width, height, channels: palette[0]?.length ?? 3, data: convertIndexedToRgb({ ...png, palette }) }
}

/** Grey or colour, without transparency: a file of a brief is white, and needs no second layer for it. */
const onWhite = ({ width, height, channels, data }: Pixels) => {
  const hasAlpha = channels % 2 === 0
  const isGrey = channels < 3
  const flat = new Uint8Array(width * height * 3)
  for (let at = 0; at < width * height; at++) {
    const from = at * channels
    const alpha = hasAlpha ? (data[from + channels - 1] ?? 255) / 255 : 1
    for (let part = 0; part < 3; part++)
      flat[3 * at + part] = Math.round((data[from + (isGrey ? 0 : part)] ?? 0) * alpha + 255 * (1 - alpha))
  }
  return { width, height, data: flat }
}

/** Eight bits of each colour, no row filtered, since logos have areas of one colour. */
const encodePng = ({ width, height, data }: ReturnType<typeof onWhite>) => {
  const header = Buffer.concat([inFourBytes(width), inFourBytes(height), Buffer.from([8, 2, 0, 0, 0])])
  const rows = Buffer.alloc(height * (1 + 3 * width))
  for (let y = 0; y < height; y++) rows.set(data.subarray(3 * width * y, 3 * width * (y + 1)), y * (1 + 3 * width) + 1)
  return pngOf([
    { type: 'IHDR', data: header },
    { type: 'IDAT', data: deflateSync(rows) },
  ])
}

/** Half as wide and high, each pixel the mean of four. */
const halved = ({ width, height, data }: ReturnType<typeof onWhite>): ReturnType<typeof onWhite> => {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) }
  const flat = new Uint8Array(half.width * half.height * 3)
  for (let y = 0; y < half.height; y++)
    for (let x = 0; x < half.width; x++) {
      const [right, below] = [Math.min(2 * x + 1, width - 1), Math.min(2 * y + 1, height - 1)]
      const at = (column: number, row: number, part: number) => data[3 * (row * width + column) + part] ?? 0
      for (let part = 0; part < 3; part++) {
        const sum = at(2 * x, 2 * y, part) + at(right, 2 * y, part) + at(2 * x, below, part) + at(right, below, part)
        flat[3 * (y * half.width + x) + part] = sum / 4
      }
    }
  return { ...half, data: flat }
}
