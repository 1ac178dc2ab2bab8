import { Problem } from './problem'

type Limits = {
  /** Slots: how many requests run at once. */
  maxConcurrent: number
  /** How many requests of one caller may be waiting. */
  waiting: number
  /** With all slots in use, how long none may finish before every waiting request is refused, in milliseconds. */
  stallMs: number
}

type Waiting = { begin: () => void; refuse: (problem: Problem) => void }

type Caller = {
  working: number
  waiting: Waiting[]
  /** When its last request started. */
  startedAt: number
  /** When its share has caught up with the time it has used. */
  repaidAt: number
}

/** How long a caller counts as active after a request started, in milliseconds. */
const presenceMs = 1000
/** A caller's share of database time while others are active, and by how many milliseconds it may exceed it. */
const share = 1 / 8
const burstMs = 1000

/**
 * Shares the database's slots between callers. The next slot goes to the caller with the fewest running requests; ties
 * go to the least recently started. While others are active, a caller gets one slot and its share, so a flood delays
 * only its own key.
 */
export const createFairQueue = ({ maxConcurrent, waiting, stallMs }: Limits) => {
  const callers = new Map<string, Caller>()
  let free = maxConcurrent
  let stuck: NodeJS.Timeout | undefined
  let wake: NodeJS.Timeout | undefined

  const callerOf = (key: string) => {
    const known = callers.get(key) ?? { working: 0, waiting: [], startedAt: Number.NEGATIVE_INFINITY, repaidAt: 0 }
    callers.set(key, known)
    return known
  }
  const waitingCallers = () => [...callers.values()].filter((caller) => caller.waiting.length > 0)
  const isAlone = (caller: Caller, now: number) =>
    [...callers.values()].every((other) => other === caller || now - other.startedAt > presenceMs)
  const mayStart = (caller: Caller, now: number) =>
    free > 0 && ((caller.working === 0 && caller.repaidAt <= now + burstMs) || isAlone(caller, now))
  const take = (caller: Caller, now: number) => {
    free -= 1
    caller.working += 1
    caller.startedAt = now
  }
  const end = (caller: Caller, startedAt: number) => {
    const now = performance.now()
    free += 1
    caller.working -= 1
    // Caps the pause, however long the request took.
    caller.repaidAt = Math.min(Math.max(caller.repaidAt, now) + (now - startedAt) / share, now + burstMs + presenceMs)
    clearTimeout(stuck)
    stuck = undefined
    for (const [key, { working, waiting, startedAt, repaidAt }] of callers)
      if (working + waiting.length === 0 && now - startedAt > presenceMs && repaidAt < now) callers.delete(key)
    advance()
  }
  const advance = () => {
    const now = performance.now()
    const next = () =>
      waitingCallers()
        .filter((caller) => mayStart(caller, now))
        .sort((a, b) => a.working - b.working || a.startedAt - b.startedAt)[0]
    for (let one = next(); one; one = next()) {
      take(one, now)
      one.waiting.shift()?.begin()
    }
    watch()
  }
  /** No event fires when all slots are stuck, a share has grown back or the others have gone quiet, so timers do. */
  const watch = () => {
    const all = waitingCallers()
    clearTimeout(wake)
    if (free === 0 && all.length > 0) stuck ??= setTimeout(refuseAll, stallMs)
    const due = all.filter(({ working }) => working === 0).map(({ repaidAt }) => repaidAt - burstMs)
    const now = performance.now()
    if (free > 0 && all.length > 0) wake = setTimeout(advance, Math.min(presenceMs, ...due.map((at) => at - now)))
  }
  const refuseAll = () => {
    stuck = undefined
    for (const caller of waitingCallers()) for (const { refuse } of caller.waiting.splice(0)) refuse(busy())
  }
  const wait = (caller: Caller) =>
    new Promise<void>((begin, refuse) => {
      if (caller.waiting.length >= waiting) return refuse(busy())
      caller.waiting.push({ begin, refuse })
      advance()
    })

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const caller = callerOf(key)
    if (caller.waiting.length === 0 && mayStart(caller, performance.now())) take(caller, performance.now())
    else await wait(caller)
    const startedAt = performance.now()
    try {
      return await work()
    } finally {
      end(caller, startedAt)
    }
  }
}

export type FairQueue = ReturnType<typeof createFairQueue>

const busy = () =>
  new Problem(503, 'Busy', 'The server is busy; nothing was started. Retry in 1 second.', {
    headers: { 'retry-after': '1' },
  })
