import { convertIndexedToRgb, type DecodedPng, decode as decodePng, encode as encodePng } from 'fast-png'
import jpeg from 'jpeg-js'
import { largestLogo } from '../../contract/brand'
import { Problem } from '../api/problem'

/** Sides in pixels. More is not seen on paper, and takes long. */
const widest = 1600
const highest = 800

type Pixels = { width: number; height: number; channels: number; data: ArrayLike<number> }

/**
 * The logo as a PNG of our own on white, so that nothing of the file but its pixels is kept. Takes a PNG or JPEG as the address
 * of its data or as plain base64.
 */
export const readLogo = (given: string) => {
  const bytes = Buffer.from(given.replace(/^data:[^,]*,/, ''), 'base64')
  if (bytes.length > largestLogo) throw refused('is larger than 512 KB. Save it smaller')
  const pixels = decoded(bytes)
  const png = encodePng({ ...onWhite(pixels), channels: 3, depth: 8 })
  return `data:image/png;base64,${Buffer.from(png).toString('base64')}`
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
      // Before it is unpacked, because little can unpack to much.
      requireSize(bytes.readUInt32BE(16), bytes.readUInt32BE(20))
      return inEightBits(decodePng(bytes, { checkCrc: true }))
    }
    const limits = { maxResolutionInMP: (widest * highest) / 1e6, maxMemoryUsageInMB: 64 }
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

const tooLarge = () => refused(`is larger than ${widest} × ${highest} pixels. Save it smaller`)

const requireSize = (width: number, height: number) => {
  if (width > widest || height > highest) throw tooLarge()
  if (width < 1 || height < 1) throw noPicture()
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
