import { setTimeout as after } from 'node:timers/promises'

/** Awaited between two statements, so that background work can pause. */
export type Pace = () => Promise<unknown>

const maxPauseMs = 250

const pause = (ms: number, signal: AbortSignal): Promise<unknown> => after(ms, undefined, { signal, ref: false })

/** Repeats background work, which must not reject, each time after a pause. Stopping ends the pauses, and waits for what it is in the middle of. */
export const startLoop = (
  pauseMs: () => number,
  work: (signal: AbortSignal, pace: Pace) => Promise<unknown>,
  wait = pause,
) => {
  const ending = new AbortController()
  const { signal } = ending
  let began = 0
  /** Pauses for as long as the work since the last pause took, but not for long. */
  const pace = async () => {
    await pause(Math.min(maxPauseMs, performance.now() - began), signal)
    began = performance.now()
  }
  const loop = async () => {
    while (!signal.aborted) {
      await wait(pauseMs(), signal)
      began = performance.now()
      await work(signal, pace)
    }
  }
  const running = loop().catch(() => {})
  return {
    stop: async () => {
      ending.abort()
      await running
    },
  }
}
