/** Just enough of POSIX ustar: regular files whose size is known before they are written. */

const block = 512
/** Parts of a backup are far smaller, so a larger size means that the header is damaged. */
const largest = 512 * 1024 * 1024

/** The bytes of one file in a tar archive. */
export const tarEntry = (name: string, content: Buffer): Buffer => {
  const header = Buffer.alloc(block)
  header.write(name, 0, 100)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${content.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write('0', 156)
  header.write('ustar\u000000', 257)
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return Buffer.concat([header, content, Buffer.alloc(paddingOf(content.length))])
}

export const tarEnd = Buffer.alloc(2 * block)

export class NotTar extends Error {}

/** The files of a tar archive, each whole. Reads its source to the end. */
export async function* readTar(source: AsyncIterable<Buffer>) {
  const bytes = reader(source)
  for (;;) {
    const header = await bytes.take(block)
    if (header.every((byte) => byte === 0)) break
    const size = Number.parseInt(header.toString('latin1', 124, 135), 8)
    const isSound = Number.parseInt(header.toString('latin1', 148, 154), 8) === checksumOf(header)
    if (!isSound || header.toString('latin1', 257, 262) !== 'ustar' || !(size <= largest))
      throw new NotTar('This is not a tar archive.')
    const name = header.toString('utf8', 0, header.indexOf(0))
    const content = await bytes.take(size)
    await bytes.take(paddingOf(size))
    yield { name, content }
  }
  await bytes.drain()
}

const paddingOf = (size: number) => (block - (size % block)) % block

/** The sum of a header's bytes, with the checksum itself as spaces. */
const checksumOf = (header: Buffer) => header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0)

/** Reads an exact number of bytes at a time from chunks of any size. */
const reader = (source: AsyncIterable<Buffer>) => {
  const chunks = source[Symbol.asyncIterator]()
  let waiting: Buffer[] = []
  let length = 0
  return {
    take: async (wanted: number) => {
      while (length < wanted) {
        const { value, done } = await chunks.next()
        if (done) throw new NotTar('The archive ends too early.')
        waiting.push(value)
        length += value.length
      }
      const all = Buffer.concat(waiting)
      waiting = [all.subarray(wanted)]
      length -= wanted
      return all.subarray(0, wanted)
    },
    drain: async () => {
      for (;;) if ((await chunks.next()).done) return
    },
  }
}
