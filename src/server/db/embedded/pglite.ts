import { Duplex } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import { MessageChannel, Worker } from 'node:worker_threads'
import pg from 'pg'
import { isDiskFull } from './data-folder'

/**
 * PGlite in a worker thread, reached by `pg` over PostgreSQL's protocol: one driver for both engines. It has one session,
 * so the pool's `max` is 1. With `isUnsynced` files are safe only once synced after closing; `isBare` means no migrations.
 */
export const startPglite = async (folder: string, { isUnsynced = false, isBare = false } = {}) => {
  const open = () => openIn({ folder, isUnsynced, isBare })
  let worker = open()
  await ready(worker, folder)
  let closing = false
  let isCopying = false

  const reopened = () => {
    if (worker.threadId === -1 && !closing) worker = open()
    return worker
  }

  return {
    /** Connects to its one session. */
    pool: () =>
      new pg.Pool({
        ...{ max: 1, idleTimeoutMillis: 0, user: 'postgres', database: 'postgres', pipeline: true },
        stream: () => new WorkerStream(reopened(), folder),
      }),
    /**
     * Ends the worker during its statement; the next connection reopens the database with everything committed. A copy may take longer
     * than any statement, so it goes on; a statement that waits for it can then only be ended by the deadline of a later request.
     */
    interrupt: () => {
      if (!isCopying) worker.terminate()
    },
    /** Copies the database's files between two statements, as a crash would leave them. */
    copy: (to: string) =>
      new Promise<void>((resolve, reject) => {
        const { port1, port2 } = new MessageChannel()
        const copying = reopened()
        const end = (error?: Error) => {
          isCopying = false
          copying.off('exit', onExit)
          port1.close()
          if (error) reject(error)
          else resolve()
        }
        const onExit = () => end(stopped(folder))
        copying.once('exit', onExit)
        port1.on('message', (message: 'began' | { failure: string | null }) => {
          if (message === 'began') isCopying = true
          else end(message.failure === null ? undefined : new Error(message.failure))
        })
        copying.postMessage({ copyTo: to, port: port2 }, [port2])
      }),
    /** False if the worker died first; the next start then recovers from the log. */
    close: async () => {
      closing = true
      if (worker.threadId === -1) return false
      const gone = new Promise((resolve) => worker.once('exit', resolve))
      worker.postMessage('close')
      return (await gone) === 0
    },
  }
}

/**
 * Functions of the engine are optimised when they have proved busy. By V8's own measure that is hundreds of them during a start,
 * which doubles its processor time.
 */
setFlagsFromString('--wasm-tiering-budget=50000000')

/** A worker's error reaches its streams as their end; without a listener it would end the process. */
const start = () => new Worker(new URL('./pglite-worker.js', import.meta.url), { execArgv: [] }).on('error', () => {})

let spare: Worker | null = null

/** Starts the engine's thread before its folder may be opened. The process ends without it if nothing opens one. */
export const preparePglite = () => {
  const worker = start()
  worker.unref()
  // Not reported here: the worker that is started in its place fails the same way, and its caller reports it.
  const forget = () => {
    if (spare === worker) spare = null
  }
  // A failed one exits a moment after its error, and who took it in between would not learn the reason.
  worker.once('error', forget).once('exit', forget)
  spare = worker
}

const openIn = (place: { folder: string; isUnsynced: boolean; isBare: boolean }) => {
  const worker = spare ?? start()
  spare = null
  worker.ref()
  worker.postMessage(place)
  return worker
}

/** Worker errors before the first message are the reason why the folder does not open. */
const ready = (worker: Worker, folder: string) =>
  new Promise<void>((resolve, reject) => {
    const onExit = (code: number) => reject(new Error(`the engine stopped with code ${code}`))
    worker.once('error', reject)
    worker.once('exit', onExit)
    const probe = new WorkerStream(worker, folder)
    probe.once('data', () => {
      worker.off('error', reject)
      worker.off('exit', onExit)
      probe.destroy()
      resolve()
    })
    probe.once('error', reject)
    probe.write(startupMessage)
  })

/** Protocol 3.0, user and database "postgres": PGlite answers it without a password. */
const startupMessage = (() => {
  const body = Buffer.from('user\0postgres\0database\0postgres\0\0')
  const head = Buffer.alloc(8)
  head.writeInt32BE(8 + body.length, 0)
  head.writeInt32BE(3 << 16, 4)
  return Buffer.concat([head, body])
})()

export const stopped = (folder: string) =>
  isDiskFull(folder)
    ? Object.assign(new Error('The embedded database stopped because its disk is full.'), { code: 'ENOSPC' })
    : new Error('The embedded database stopped.')

/** The stream that `pg` uses as a socket; bytes go to the worker and come back as messages. */
class WorkerStream extends Duplex {
  readonly #worker: Worker
  readonly #folder: string
  readonly #onMessage = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
    void this.push(Buffer.from(buffer, byteOffset, byteLength))
  readonly #onExit = () => this.destroy(stopped(this.#folder))

  constructor(worker: Worker, folder: string) {
    super({ highWaterMark: 1 << 20 })
    this.#worker = worker
    this.#folder = folder
    worker.on('message', this.#onMessage)
    worker.once('exit', this.#onExit)
  }

  connect() {
    process.nextTick(() => this.emit('connect'))
    return this
  }
  setNoDelay() {
    return this
  }
  setKeepAlive() {
    return this
  }
  ref() {
    this.#worker.ref()
    return this
  }
  unref() {
    return this
  }
  override _read() {}
  override _write(chunk: Uint8Array, _encoding: BufferEncoding, done: () => void) {
    this.#send(new Uint8Array(chunk))
    done()
  }
  override _writev(chunks: { chunk: Uint8Array }[], done: () => void) {
    const message = new Uint8Array(chunks.reduce((length, { chunk }) => length + chunk.length, 0))
    let at = 0
    for (const { chunk } of chunks) {
      message.set(chunk, at)
      at += chunk.length
    }
    this.#send(message)
    done()
  }
  /** Hands the bytes over instead of copying them. */
  #send(message: Uint8Array<ArrayBuffer>) {
    this.#worker.postMessage(message, [message.buffer])
  }
  override _final(done: () => void) {
    this.push(null)
    done()
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#worker.off('message', this.#onMessage)
    this.#worker.off('exit', this.#onExit)
    done(error)
  }
}
