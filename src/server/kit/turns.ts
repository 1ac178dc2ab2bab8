import { Problem } from './problem'

type Limits = {
  /** How many work at once. */
  atOnce: number
  /** How many requests of one caller may wait. */
  waiting: number
  /** How long nobody's work may end before all that wait are sent away, in milliseconds. */
  patience: number
}

type Waiting = { caller: string; begin: () => void; refuse: (problem: Problem) => void }

/**
 * Turns at the database. The next one is the caller's who has the fewest, so that a flood by one key is waited for by that key.
 * More than can be worked on is refused while it is still cheap.
 */
export const turns = ({ atOnce, waiting, patience }: Limits) => {
  const working = new Map<string, number>()
  const queue: Waiting[] = []
  let free = atOnce
  let stuck: NodeJS.Timeout | undefined

  const has = (caller: string) => working.get(caller) ?? 0
  const take = (caller: string) => {
    free -= 1
    working.set(caller, has(caller) + 1)
  }
  const watch = () => {
    clearTimeout(stuck)
    stuck = queue.length > 0 ? setTimeout(refuseAll, patience) : undefined
  }
  const refuseAll = () => {
    for (const { refuse } of queue.splice(0)) refuse(busy())
  }
  const end = (caller: string) => {
    free += 1
    if (has(caller) > 1) working.set(caller, has(caller) - 1)
    else working.delete(caller)
    const fewest = queue.reduce<Waiting | undefined>((a, b) => (a && has(a.caller) <= has(b.caller) ? a : b), undefined)
    if (fewest) {
      queue.splice(queue.indexOf(fewest), 1)
      take(fewest.caller)
      fewest.begin()
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
    if (free > 0) take(caller)
    else await wait(caller)
    try {
      return await work()
    } finally {
      end(caller)
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
