/** Runs background work. Stopping waits for what it is in the middle of; the signal ends its pauses. */
export const runUntilStopped = (work: (signal: AbortSignal) => Promise<void>) => {
  const ending = new AbortController()
  const running = work(ending.signal).catch(() => {})
  return {
    stop: async () => {
      ending.abort()
      await running
    },
  }
}
