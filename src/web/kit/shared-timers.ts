import { notifyManager, timeoutManager } from '@tanstack/react-query'

/** Milliseconds from which nobody minds a second more: until an answer is old, or forgotten. */
const long = 10_000

type Wait = { act: () => void; others: Set<Wait>; [Symbol.toPrimitive]: () => number }

/** By the second in which they end. */
const waits = new Map<number, Set<Wait>>()

const othersUntil = (second: number) => {
  const known = waits.get(second)
  if (known) return known
  const others = new Set<Wait>()
  waits.set(second, others)
  setTimeout(
    () => {
      waits.delete(second)
      for (const { act } of others) act()
    },
    second * 1000 - Date.now(),
  )
  return others
}

// Waits that end in the same second share a timer: a page of a hundred questions would set three hundred, and clear most of them.
timeoutManager.setTimeoutProvider<Wait | number>({
  setTimeout: (act, delay) => {
    if (delay < long) return Number(setTimeout(act, delay))
    const others = othersUntil(Math.ceil((Date.now() + delay) / 1000))
    const wait = { act, others, [Symbol.toPrimitive]: Date.now }
    others.add(wait)
    return wait
  },
  clearTimeout: (wait) => {
    if (typeof wait === 'object') wait.others.delete(wait)
    else clearTimeout(wait)
  },
  setInterval: (act, delay) => Number(setInterval(act, delay)),
  clearInterval: (timer) => clearInterval(Number(timer)),
})

let news: (() => void)[] = []

// All that queries have to tell until then is told in one task, and drawn once. Told at once, each thing would be drawn by itself.
notifyManager.setScheduler((tell) => {
  if (news.push(tell) > 1) return
  setTimeout(() => {
    const all = news
    news = []
    for (const one of all) one()
  })
})
