// Plain JavaScript, because a worker is loaded by its path: the same file serves the build, the tests and development.
import fs from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'

/** @type {{ folder: string | null }} */
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

const database = await PGlite.create(folder ?? 'memory://', { startParams, extensions: { pg_trgm } })

// PGlite's file system lacks fsync, so that a commit would not wait for the disk.
const files = database.Module.FS.filesystems?.NODEFS
if (files) {
  files.stream_ops.fsync = (/** @type {{ nfd: number }} */ stream) => {
    try {
      fs.fsyncSync(stream.nfd)
    } catch (error) {
      const code = /** @type {NodeJS.ErrnoException} */ (error).code ?? ''
      if (!['EINVAL', 'EISDIR', 'EBADF'].includes(code)) throw error
    }
    return 0
  }
}

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
  const idle = output.at(-1) === 'I'.charCodeAt(0)
  port.postMessage(output, [output.buffer])
  written += message.length
  if (written > checkpointAfter && idle) {
    written = 0
    await database.exec('checkpoint')
  }
}

port.on('message', (message) => {
  queue = queue
    .then(() => answer(message))
    .catch((error) => {
      port.postMessage({ fatal: error instanceof Error ? error.message : String(error) })
    })
})
