import { test } from 'vitest'
import type { Finding } from './finding'

declare module 'vitest' {
  interface TaskMeta {
    finding?: Finding
  }
}

/** What this machine lacks for an experiment, as a sentence. */
export class Lacking extends Error {}

/** Holds the program to one promise: `run` does harm for real, and fails when the promise is broken. */
export const experiment = (promise: string, run: () => Promise<Finding>) =>
  test(promise, async ({ task, skip }) => {
    task.meta.finding = await run().catch((error) => {
      if (!(error instanceof Lacking)) throw error
      task.meta.finding = { harm: '', count: '', result: `Not done here. ${error.message}` }
      return skip(error.message)
    })
  })
