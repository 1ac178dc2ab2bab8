import { notifyManager, timeoutManager } from '@tanstack/react-query'

/** Milliseconds from which nobody minds a second more: until an answer is old, or forgotten. */
const long = 10_000

type Wait = { act: () => void; drop: () => void; [Symbol.toPrimitive]: () => number }

/** By the second in which they end. */
const waits = new Map<number, { others: Set<Wait>; timer: number }>()

const waitUntil = (second: number, act: () => void) => {
  let known = waits.get(second)
  if (!known) {
    const others = new Set<Wait>()
    const end = () => {
      waits.delete(second)
      for (const { act } of others) act()
    }
    known = { others, timer: Number(setTimeout(end, second * 1000 - Date.now())) }
    waits.set(second, known)
  }
  const { others, timer } = known
  const drop = () => {
    if (!others.delete(wait) || others.size > 0) return
    waits.delete(second)
    clearTimeout(timer)
  }
  const wait = { act, drop, [Symbol.toPrimitive]: Date.now }
  others.add(wait)
  return wait
}

// Waits that end in the same second share a timer: a page of a hundred questions would set three hundred, and clear most of them.
timeoutManager.setTimeoutProvider<Wait | number>({
  setTimeout: (act, delay) => {
    if (delay < long) return Number(setTimeout(act, delay))
    return waitUntil(Math.ceil((Date.now() + delay) / 1000), act)
  },
  clearTimeout: (wait) => {
    if (typeof wait === 'object') wait.drop()
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
