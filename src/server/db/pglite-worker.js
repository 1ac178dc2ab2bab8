// Plain JavaScript, because a worker is loaded by its path: the same file serves the build, the tests and development.
import fs from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** @type {{ folder: string }} */
const { folder } = workerData
const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)

const settings = {
  fsync: 'on',
  wal_sync_method: 'fsync',
  shared_buffers: '32MB',
  work_mem: '16MB',
  maintenance_work_mem: '64MB',
  random_page_cost: '1.1',
}
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
]

/** @typedef {{ stream_ops: Record<string, unknown>, tryFSOperation: <T>(work: () => T) => T }} NodeFiles */

/** PGlite's files lack fsync: a commit would not wait for the disk, nor would it hear of a failure. */
class SyncedFiles extends NodeFS {
  /**
   * @override
   * @type {NodeFS['init']}
   */
  async init(pg, options) {
    const made = await super.init(pg, options)
    const addFsync = (/** @type {{ NODEFS: NodeFiles }} */ { NODEFS }) => {
      NODEFS.stream_ops.fsync = (/** @type {{ nfd: number }} */ { nfd }) =>
        NODEFS.tryFSOperation(() => fs.fsyncSync(nfd) ?? 0)
    }
    made.emscriptenOpts.preRun?.push(/** @type {never} */ (addFsync))
    return made
  }
}

const database = await PGlite.create({ fs: new SyncedFiles(folder), startParams, extensions: { pg_trgm } })

// No background writer runs in WebAssembly: without checkpoints the log grows for ever.
const checkpointAfter = 16 * 1024 * 1024
let written = 0

const startupMessage = 0
let queue = Promise.resolve()

/** @param {Uint8Array | 'close'} message */
const answer = async (message) => {
  if (message === 'close') {
    await database.exec('checkpoint')
    await database.close()
    port.close()
    return
  }
  if (message[0] === startupMessage) await database.exec('discard all')
  const output = (await database.execProtocolRaw(message, { syncToFs: false })).slice()
  if (hasEnded(output)) throw new Error('PostgreSQL has ended itself.')
  const idle = output.at(-1) === 'I'.charCodeAt(0)
  port.postMessage(output, [output.buffer])
  written += message.length
  if (written > checkpointAfter && idle) {
    written = 0
    // One that fails changes nothing, and is tried again.
    await database.exec('checkpoint').catch(() => {})
  }
}

/** After PANIC or FATAL there is no process that would end, and the next message would never be answered. */
const hasEnded = (/** @type {Uint8Array} */ output) =>
  /\0V(PANIC|FATAL)\0/.test(Buffer.from(output.slice(-2000)).toString('latin1'))

port.on('message', (message) => {
  queue = queue
    .then(() => answer(message))
    // PostgreSQL would end itself here and come back from its log; so does this worker, when the next connection starts it.
    .catch(() => process.exit(1))
})
