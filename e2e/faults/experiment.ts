import { test } from 'vitest'

/** What an experiment did and found, a row of the table in docs/reliability.md. */
export type Finding = {
  /** The harm that was done, such as "kill -9 in the middle of writes". */
  harm: string
  /** How often, such as "100 kills, 18,214 writes". */
  count: string
  /** What was found, with figures, such as "every acknowledged write is there". */
  result: string
}

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
