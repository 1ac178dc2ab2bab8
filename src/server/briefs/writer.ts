import { Worker } from 'node:worker_threads'
import pLimit from 'p-limit'
import type { Done, Job, Written } from './worker'

/** How long the thread is kept when no one wants a brief, and how long one may take, in milliseconds. */
const idleMs = 60_000
const deadlineMs = 60_000

/** Writes files one after the other in a thread, so that a brief that takes long, or too much memory, stops no one else. */
export const createWriter = (file: URL) => {
  const inTurn = pLimit(1)
  let thread: Worker | null = null
  let idle: NodeJS.Timeout | undefined

  const start = () => {
    const started = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: 256 } })
    started.unref()
    const forget = () => {
      if (thread === started) thread = null
    }
    return started.on('error', forget).on('exit', forget)
  }
  const close = async () => {
    clearTimeout(idle)
    const ending = thread
    // The next brief starts another one.
    thread = null
    await ending?.terminate()
  }

  const write = (job: Job) =>
    inTurn(async () => {
      clearTimeout(idle)
      thread ??= start()
      const late = setTimeout(close, deadlineMs)
      try {
        return await written(thread, job)
      } finally {
        clearTimeout(late)
        idle = setTimeout(close, idleMs)
        idle.unref()
      }
    })
  return { write, close }
}

const written = (thread: Worker, job: Job) =>
  new Promise<Written>((resolve, reject) => {
    const settle = (done: Done) => {
      thread.off('message', settle).off('error', reject).off('exit', onExit)
      if ('file' in done) resolve(done)
      else reject(done.error)
    }
    const onExit = () => reject(new Error('The thread that writes briefs has ended.'))
    thread.on('message', settle).on('error', reject).on('exit', onExit)
    thread.postMessage(job)
  })
