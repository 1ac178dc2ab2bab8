/** Requests of one caller begun in one turn of the event loop: more would delay others, fewer would slow busy callers. */
const perTurn = 8

/**
 * Spreads a caller's burst over turns of the event loop. Hundreds that arrive together would otherwise all be handled in
 * one turn, while everyone else waits.
 */
export const createBurstSpreader = () => {
  const callers = new Map<string, { begun: number; waiting: (() => void)[] }>()
  const nextTurn = (name: string) => {
    const next = callers.get(name)?.waiting.splice(0, perTurn) ?? []
    if (next.length === 0) return callers.delete(name)
    for (const begin of next) begin()
    setImmediate(nextTurn, name)
  }
  return (name: string): Promise<void> | undefined => {
    const caller = callers.get(name)
    if (!caller) {
      callers.set(name, { begun: 1, waiting: [] })
      setImmediate(nextTurn, name)
    } else if (caller.begun < perTurn) caller.begun += 1
    else return new Promise((begin) => caller.waiting.push(begin))
  }
}
