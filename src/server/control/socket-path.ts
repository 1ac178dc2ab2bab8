import fs from 'node:fs'
import path from 'node:path'

const socketName = 'quarterdeck.sock'

/** Some systems allow 103 bytes; a longer path would be cut off silently. */
const maxBytes = 100

/**
 * The socket in a data folder. Linux reaches it by a short path however long the folder's is, until `close`; elsewhere
 * `reachable` is null if the path is too long.
 */
export const openSocketPath = (folder: string) => {
  const file = path.resolve(folder, socketName)
  if (Buffer.byteLength(file) <= maxBytes) return { file, reachable: file, close: () => {} }
  if (process.platform !== 'linux') return { file, reachable: null, close: () => {} }
  const descriptor = fs.openSync(folder, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY)
  return { file, reachable: `/proc/self/fd/${descriptor}/${socketName}`, close: () => fs.closeSync(descriptor) }
}
