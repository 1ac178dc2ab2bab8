/**
 * Lets a caller begin one request in each turn of the event loop. A hundred that arrive together would otherwise all be
 * handled in one turn, and everyone else's wait until it ends.
 */
export const createBurstSpreader = () => {
  /** What each caller with a request in this turn has waiting. */
  const waiting = new Map<string, (() => void)[]>()
  const next = (caller: string) => {
    const begin = waiting.get(caller)?.shift()
    if (!begin) return waiting.delete(caller)
    begin()
    setImmediate(next, caller)
  }
  return (caller: string): Promise<void> | undefined => {
    const queue = waiting.get(caller)
    if (queue) return new Promise((begin) => queue.push(begin))
    waiting.set(caller, [])
    setImmediate(next, caller)
  }
}
