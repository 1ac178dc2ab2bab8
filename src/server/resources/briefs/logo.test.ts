import { crc32, deflateSync } from 'node:zlib'
import { decode as decodePng } from 'fast-png'
import jpeg from 'jpeg-js'
import { describe, expect, it } from 'vitest'
import { largestLogo } from '../../../contract/brand'
import { readLogo } from './logo'

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const inFourBytes = (number: number) => Buffer.from(number.toString(16).padStart(8, '0'), 'hex')
const chunk = (type: string, data: Uint8Array) => {
  const body = Buffer.concat([Buffer.from(type), data])
  return Buffer.concat([inFourBytes(data.length), body, inFourBytes(crc32(body))])
}
const header = (width: number, height: number, [depth, colours, interlaced]: [number, number, number]) =>
  chunk(
    'IHDR',
    Buffer.concat([inFourBytes(width), inFourBytes(height), Buffer.from([depth, colours, 0, 0, interlaced])]),
  )
const png = (...chunks: Uint8Array[]) =>
  Buffer.concat([Buffer.from(signature), ...chunks, chunk('IEND', Buffer.alloc(0))])
const given = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const stored = (bytes: Uint8Array) => Buffer.from(readLogo(given(bytes)).replace(/^.*,/, ''), 'base64')
const whyNot = (bytes: Uint8Array) => {
  try {
    return readLogo(given(bytes))
  } catch (error) {
    return (error as Error).message
  }
}

const noise = (length: number) => {
  let seed = 7
  return Uint8Array.from({ length }, () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31
    return seed >> 16
  })
}

describe('A logo', () => {
  it('is read whatever kind of PNG it is, also interlaced, and of several parts', () => {
    // Eight by eight pixels in seven passes, all of the second colour of a palette.
    const passes = [
      [1, 1],
      [1, 1],
      [2, 1],
      [2, 2],
      [4, 2],
      [4, 4],
      [8, 4],
    ] as const
    const data = deflateSync(
      Buffer.concat(passes.flatMap(([across, down]) => Array(down).fill(Buffer.from([0, ...Array(across).fill(1)])))),
    )
    const file = png(
      header(8, 8, [8, 3, 1]),
      chunk('PLTE', Buffer.from([1, 2, 3, 200, 100, 50])),
      chunk('IDAT', data.subarray(0, 5)),
      chunk('IDAT', data.subarray(5)),
    )
    const { width, height, data: pixels } = decodePng(stored(file))
    expect([width, height, [...pixels]]).toEqual([8, 8, Array(64).fill([200, 100, 50]).flat()])
  })

  it('is not unpacked further than its size allows', () => {
    const bomb = deflateSync(Buffer.alloc(1_000_000))
    expect(whyNot(png(header(8, 8, [8, 2, 0]), chunk('IDAT', bomb)))).toContain('is not a PNG or JPEG that can be read')
    // What is no part of the pixels is not unpacked at all, or this would be refused.
    const pixels = deflateSync(Buffer.alloc(8 * 25))
    const profile = chunk('iCCP', Buffer.concat([Buffer.from('a\0\0packed by no one')]))
    expect(decodePng(stored(png(header(8, 8, [8, 2, 0]), profile, chunk('IDAT', pixels)))).width).toBe(8)
  })

  it('has one size, which comes first', () => {
    const pixels = chunk('IDAT', deflateSync(Buffer.alloc(8 * 25)))
    for (const file of [
      png(header(8, 8, [8, 2, 0]), header(1600, 800, [8, 2, 0]), pixels),
      png(chunk('tEXt', Buffer.alloc(17)), header(8, 8, [8, 2, 0]), pixels),
      Buffer.from([...signature, ...header(8, 8, [8, 2, 0]), ...pixels]),
    ])
      expect(whyNot(file)).toContain('is not a PNG or JPEG that can be read')
  })

  it('of a photograph is made smaller until it takes no more than a logo may', () => {
    const [width, height] = [640, 400]
    const photo = jpeg.encode({ width, height, data: noise(width * height * 4) }, 5).data
    expect(photo.length).toBeLessThan(largestLogo)
    const kept = stored(photo)
    expect(kept.length).toBeLessThanOrEqual(largestLogo)
    expect(decodePng(kept).width).toBe(320)
  })

  it('of too many scans is refused before any is read', () => {
    const { data } = jpeg.encode({ width: 8, height: 8, data: Buffer.alloc(256, 99) }, 90)
    const scan = data.subarray(data.indexOf('ffda', 0, 'hex'), -2)
    const many = Buffer.concat([data.subarray(0, -2), ...Array(24).fill(scan), data.subarray(-2)])
    expect(whyNot(many)).toContain('The logo is a JPEG of too many scans. Save it as a PNG.')
  })
})
