import { Worker } from 'node:worker_threads'
import type { Done, Job } from './worker'

/** How long the thread is kept when nobody wants a brief, and how long one may take, in milliseconds. */
const idleMs = 60_000
const deadlineMs = 60_000

type Waiting = { resolve: (file: Uint8Array<ArrayBuffer>) => void; reject: (error: unknown) => void }

/** Writes files in a thread, so that a brief that takes long, or too much memory, stops nobody else. */
export const createWriter = (file: URL) => {
  const waiting = new Map<number, Waiting>()
  let thread: Worker | null = null
  let idle: NodeJS.Timeout | undefined
  let last = 0

  const start = () => {
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 256 } })
    started.unref()
    const failed = (error: unknown) => {
      if (thread !== started) return
      thread = null
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    started.on('message', (done: Done) => {
      const asked = waiting.get(done.id)
      waiting.delete(done.id)
      if (waiting.size === 0) rest()
      if ('file' in done) asked?.resolve(done.file)
      else asked?.reject(done.error)
    })
    started.on('error', failed)
    started.on('exit', () => failed(new Error('The thread that writes briefs has ended.')))
    return started
  }
  const rest = () => {
    clearTimeout(idle)
    idle = setTimeout(close, idleMs)
    idle.unref()
  }
  const close = async () => {
    clearTimeout(idle)
    await thread?.terminate()
  }

  const write = async (job: Omit<Job, 'id'>) => {
    clearTimeout(idle)
    thread ??= start()
    const writing = thread
    last += 1
    const id = last
    const late = setTimeout(() => void writing.terminate(), deadlineMs)
    late.unref()
    try {
      return await new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        writing.postMessage({ ...job, id } satisfies Job)
      })
    } finally {
      clearTimeout(late)
    }
  }
  return { write, close }
}
