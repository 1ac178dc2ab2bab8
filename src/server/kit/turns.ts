import { Problem } from './problem'

type Limits = {
  /** How many work at once. */
  atOnce: number
  /** How many requests of one caller may wait. */
  waiting: number
  /** With all turns taken, how long none may end before all that wait are sent away, in milliseconds. */
  patience: number
}

type Waiting = { caller: string; begin: () => void; refuse: (problem: Problem) => void }

/**
 * Turns at the database. The next one is the caller's who has the fewest, and whoever is not alone has one at a time, so that a
 * flood by one key is waited for by that key. More than can be worked on is refused while it is still cheap.
 */
export const turns = ({ atOnce, waiting, patience }: Limits) => {
  const working = new Map<string, number>()
  /** When each caller last began, the latest last. */
  const begun = new Map<string, number>()
  const queue: Waiting[] = []
  let free = atOnce
  let stuck: NodeJS.Timeout | undefined

  const has = (caller: string) => working.get(caller) ?? 0
  const isAlone = (caller: string) => {
    for (const [other, at] of begun) {
      if (performance.now() - at < company) break
      begun.delete(other)
    }
    return begun.size === 0 || (begun.size === 1 && begun.has(caller))
  }
  const mayBegin = (caller: string) => free > 0 && (has(caller) === 0 || isAlone(caller))
  const take = (caller: string) => {
    free -= 1
    working.set(caller, has(caller) + 1)
    begun.delete(caller)
    begun.set(caller, performance.now())
  }
  const watch = () => {
    clearTimeout(stuck)
    stuck = queue.length > 0 && free === 0 ? setTimeout(refuseAll, patience) : undefined
  }
  const refuseAll = () => {
    for (const { refuse } of queue.splice(0)) refuse(busy())
  }
  const next = () =>
    queue
      .filter(({ caller }) => mayBegin(caller))
      .reduce<Waiting | undefined>((a, b) => (a && has(a.caller) <= has(b.caller) ? a : b), undefined)
  const end = (caller: string) => {
    free += 1
    if (has(caller) > 1) working.set(caller, has(caller) - 1)
    else working.delete(caller)
    for (let one = next(); one; one = next()) {
      queue.splice(queue.indexOf(one), 1)
      take(one.caller)
      one.begin()
    }
    watch()
  }
  const wait = (caller: string) =>
    new Promise<void>((begin, refuse) => {
      if (queue.filter((other) => other.caller === caller).length >= waiting) return refuse(busy())
      queue.push({ caller, begin, refuse })
      if (!stuck) watch()
    })

  return async <T>(caller: string, work: () => Promise<T>): Promise<T> => {
    if (mayBegin(caller)) take(caller)
    else await wait(caller)
    if (!stuck) watch()
    try {
      return await work()
    } finally {
      end(caller)
    }
  }
}

/** For how long a caller that has begun something counts as there, in milliseconds. */
const company = 1000

export type Turns = ReturnType<typeof turns>

const busy = () =>
  new Problem(
    503,
    'Busy',
    'The server has more to do than it can at the moment, so this was not begun. Try again in a second.',
    { headers: { 'retry-after': '1' } },
  )
