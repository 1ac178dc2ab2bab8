import { Problem } from './problem'

type Limits = {
  /** How many work at once. */
  atOnce: number
  /** How many requests of one caller may wait. */
  waiting: number
  /** With all turns taken, how long none may end before all that wait are sent away, in milliseconds. */
  patience: number
}

type Waiting = { begin: () => void; refuse: (problem: Problem) => void }

type Caller = {
  working: number
  waiting: Waiting[]
  /** When it last began something. */
  began: number
  /** When its share of the time will have made up for all that it used. */
  even: number
}

/** For how long a caller that has begun something counts as there, in milliseconds. */
const company = 1000
/** What part of the time a caller may use of the database beside others, and by how many milliseconds it may be ahead of it. */
const share = 1 / 8
const ahead = 1000

/**
 * Turns at the database. Each goes to the caller that works on the fewest, and of these to the one that began last the longest
 * ago. Whoever is not alone has one at a time and its share, so that a flood by one key is waited for by that key. More than
 * can be worked on is refused while it is still cheap.
 */
export const turns = ({ atOnce, waiting, patience }: Limits) => {
  const callers = new Map<string, Caller>()
  let free = atOnce
  let stuck: NodeJS.Timeout | undefined
  let wake: NodeJS.Timeout | undefined

  const callerOf = (key: string) => {
    const known = callers.get(key) ?? { working: 0, waiting: [], began: Number.NEGATIVE_INFINITY, even: 0 }
    callers.set(key, known)
    return known
  }
  const thoseWhoWait = () => [...callers.values()].filter((caller) => caller.waiting.length > 0)
  const isAlone = (caller: Caller, now: number) =>
    [...callers.values()].every((other) => other === caller || now - other.began > company)
  const mayBegin = (caller: Caller, now: number) =>
    free > 0 && ((caller.working === 0 && caller.even <= now + ahead) || isAlone(caller, now))
  const take = (caller: Caller, now: number) => {
    free -= 1
    caller.working += 1
    caller.began = now
  }
  const end = (caller: Caller, began: number) => {
    const now = performance.now()
    free += 1
    caller.working -= 1
    // However much it was, no pause is longer than that.
    caller.even = Math.min(Math.max(caller.even, now) + (now - began) / share, now + ahead + company)
    clearTimeout(stuck)
    stuck = undefined
    for (const [key, { working, waiting, began, even }] of callers)
      if (working + waiting.length === 0 && now - began > company && even < now) callers.delete(key)
    advance()
  }
  const advance = () => {
    const now = performance.now()
    const next = () =>
      thoseWhoWait()
        .filter((caller) => mayBegin(caller, now))
        .sort((a, b) => a.working - b.working || a.began - b.began)[0]
    for (let one = next(); one; one = next()) {
      take(one, now)
      one.waiting.shift()?.begin()
    }
    watch()
  }
  /** Nobody else tells when all turns are stuck, nor when somebody's share has grown enough. */
  const watch = () => {
    const all = thoseWhoWait()
    clearTimeout(wake)
    if (free === 0 && all.length > 0) stuck ??= setTimeout(refuseAll, patience)
    const due = all.filter(({ working }) => working === 0).map(({ even }) => even - ahead)
    if (free > 0 && due.length > 0) wake = setTimeout(advance, Math.min(...due) - performance.now())
  }
  const refuseAll = () => {
    stuck = undefined
    for (const caller of thoseWhoWait()) for (const { refuse } of caller.waiting.splice(0)) refuse(busy())
  }
  const wait = (caller: Caller) =>
    new Promise<void>((begin, refuse) => {
      if (caller.waiting.length >= waiting) return refuse(busy())
      caller.waiting.push({ begin, refuse })
      watch()
    })

  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const caller = callerOf(key)
    if (mayBegin(caller, performance.now())) take(caller, performance.now())
    else await wait(caller)
    const began = performance.now()
    try {
      return await work()
    } finally {
      end(caller, began)
    }
  }
}

export type Turns = ReturnType<typeof turns>

const busy = () =>
  new Problem(
    503,
    'Busy',
    'The server has more to do than it can at the moment, so this was not begun. Try again in a second.',
    { headers: { 'retry-after': '1' } },
  )
