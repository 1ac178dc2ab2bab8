// Plain JavaScript, because a worker is loaded by its path: the same file serves the build, the tests and development.
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { parentPort } from 'node:worker_threads'
import { brotliDecompressSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncFiles, syncFolder } from './sync-files.js'

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)

// While the thread waits for its folder, the engine is compiled.
const engine = WebAssembly.compile(fs.readFileSync(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))))
const [{ folder, isUnsynced, isBare }] = /** @type {[{ folder: string, isUnsynced: boolean, isBare: boolean }]} */ (
  await once(port, 'message')
)

/** @type {(_?: void) => void} */
let answerFromNowOn = () => {}
/** @type {Promise<void>} */
let queue = new Promise((resolve) => {
  answerFromNowOn = resolve
})
// From here on, because a thread that listens to nothing waits for V8's background work each time that its event loop is empty.
port.on('message', (message) => {
  queue = queue
    .then(() => answer(message))
    // PostgreSQL would end itself here and come back from its log; so does this worker, when the next connection starts it.
    .catch(() => process.exit(1))
})

const settings = {
  fsync: 'on',
  wal_sync_method: 'fsync',
  shared_buffers: '32MB',
  work_mem: '16MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
  jit: 'off',
}
// A crash discards such a database. Its files are synced once at the end, and truncated tables need no WAL.
const unsyncedSettings = { fsync: 'off', full_page_writes: 'off', wal_level: 'minimal', max_wal_senders: '0' }
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...Object.entries({ ...settings, ...(isUnsynced && unsyncedSettings) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]),
]

/** How far PostgreSQL's write-ahead log was written, in bytes, and where it was at the last checkpoint. */
const log = { end: 0, checkpoint: 0 }

/** The log's files of 16 MB are numbered: timeline, then the number in two parts, each of eight hexadecimal digits. */
const noteLogWrite = (/** @type {string} */ path, /** @type {number} */ end) => {
  const [, high, low] = /\/pg_wal\/[\dA-F]{8}([\dA-F]{8})([\dA-F]{8})$/.exec(path) ?? []
  if (!high || !low) return
  const file = Number.parseInt(high, 16) * 256 + Number.parseInt(low, 16)
  log.end = Math.max(log.end, file * 16 * 1024 * 1024 + end)
  log.checkpoint ||= log.end
}

/** @typedef {(stream: { path: string }, buffer: Uint8Array, offset: number, length: number, position: number) => number} Write */
/** @typedef {{ stream_ops: Record<string, unknown> & { write: Write }, tryFSOperation: <T>(work: () => T) => T }} NodeFiles */

/** PGlite's files lack fsync: a commit would not wait for the disk, nor would it hear of a failure. */
class SyncedFiles extends NodeFS {
  /**
   * @override
   * @type {NodeFS['init']}
   */
  async init(pg, options) {
    const made = await super.init(pg, options)
    const extend = (/** @type {{ NODEFS: NodeFiles }} */ { NODEFS }) => {
      NODEFS.stream_ops.fsync = (/** @type {{ nfd: number }} */ { nfd }) =>
        NODEFS.tryFSOperation(() => fs.fsyncSync(nfd) ?? 0)
      const { write } = NODEFS.stream_ops
      NODEFS.stream_ops.write = (stream, buffer, offset, length, position) => {
        noteLogWrite(stream.path, position + length)
        return write(stream, buffer, offset, length, position)
      }
    }
    made.emscriptenOpts.preRun?.push(/** @type {never} */ (extend))
    return made
  }
}

/** The text of a field in the header of a tar's entry, which ends with a zero. */
const fieldOf = (/** @type {Buffer} */ tar, /** @type {number} */ at, /** @type {number} */ length) =>
  tar.toString('latin1', at, at + length).split('\0')[0] ?? ''

const block = 512

const unpack = (/** @type {Buffer} */ tar, /** @type {string} */ to) => {
  for (let at = 0; tar[at]; ) {
    const file = path.join(to, fieldOf(tar, at, 100))
    const isFolder = fieldOf(tar, at + 156, 1) === '5'
    const size = Number.parseInt(fieldOf(tar, at + 124, 12), 8)
    at += block
    fs.mkdirSync(isFolder ? file : path.dirname(file), { recursive: true, mode: 0o700 })
    if (!isFolder) fs.writeFileSync(file, tar.subarray(at, at + size), { mode: 0o600 })
    at += Math.ceil(size / block) * block
  }
}

/** PostgreSQL syncs only what it has written itself. */
const unpackOnDisk = async (/** @type {Buffer} */ tar) => {
  const unpacked = `${folder}-unpacking`
  try {
    unpack(tar, unpacked)
    await syncFiles(unpacked)
    fs.renameSync(unpacked, folder)
    await syncFolder(path.dirname(folder))
  } finally {
    fs.rmSync(unpacked, { recursive: true, force: true })
  }
}

// An empty database with all migrations is part of the build. A bare one PGlite makes, which takes seconds longer.
const emptyDatabase = path.join(import.meta.dirname, 'empty-database.tar.br')
if (!isBare && !fs.existsSync(folder) && fs.existsSync(emptyDatabase)) {
  const tar = brotliDecompressSync(fs.readFileSync(emptyDatabase))
  if (isUnsynced) unpack(tar, folder)
  else await unpackOnDisk(tar)
}

const database = await PGlite.create({
  fs: new SyncedFiles(folder),
  pgliteWasmModule: await engine,
  startParams,
  extensions: { pg_trgm },
})

// No checkpointer runs in WebAssembly. A checkpoint lets the log use its last file again: made before a whole file of 16 MB is
// written, the log grows by large transactions only, and needs no space when the disk is full.
const checkpointAfter = 12 * 1024 * 1024

const startupMessage = 0

/** @typedef {{ copyTo: string, port: import('node:worker_threads').MessagePort }} Copy */

/** Nothing else happens in the meantime, so the copy is what a crash would leave. */
const copyFiles = (/** @type {Copy} */ { copyTo, port }) => {
  port.postMessage('began')
  try {
    fs.cpSync(folder, copyTo, { recursive: true, mode: fs.constants.COPYFILE_FICLONE })
    port.postMessage({ failure: null })
  } catch (error) {
    port.postMessage({ failure: error instanceof Error ? error.message : String(error) })
  }
}

/** As a stream, because `execProtocolRaw` also parses each answer, and keeps what it found in memory. */
const execute = async (/** @type {Uint8Array} */ message) => {
  /** @type {Uint8Array[]} */
  const parts = []
  await database.execProtocolRawStream(message, { syncToFs: false, onRawData: (part) => parts.push(part.slice()) })
  const output = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let end = 0
  for (const part of parts) {
    output.set(part, end)
    end += part.length
  }
  return output
}

/** @param {Uint8Array | 'close' | Copy} message */
const answer = async (message) => {
  if (typeof message === 'object' && 'copyTo' in message) return copyFiles(message)
  if (message === 'close') {
    await database.exec('checkpoint')
    await database.close()
    port.close()
    return
  }
  if (message[0] === startupMessage) await database.exec('discard all')
  const output = await execute(message)
  if (hasEnded(output)) throw new Error('PostgreSQL has ended itself.')
  const idle = output.at(-1) === 'I'.charCodeAt(0)
  port.postMessage(output, [output.buffer])
  if (log.end - log.checkpoint > checkpointAfter && idle) {
    const { end } = log
    // One that fails changes nothing, and is tried again after the next message.
    await database.exec('checkpoint').then(
      () => {
        log.checkpoint = end
      },
      () => {},
    )
  }
}

/** After PANIC or FATAL there is no process that would end, and the next message would never be answered. */
const hasEnded = (/** @type {Uint8Array} */ output) =>
  /\0V(PANIC|FATAL)\0/.test(Buffer.from(output.slice(-2000)).toString('latin1'))

answerFromNowOn()
