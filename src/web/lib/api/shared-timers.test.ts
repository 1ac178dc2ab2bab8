import { notifyManager, timeoutManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import './shared-timers'

beforeEach(() => vi.useFakeTimers({ now: 1_000_300 }))
afterEach(() => vi.useRealTimers())

test('long waits that end in the same second share a timer, and end no sooner than they should', () => {
  const ended: string[] = []
  const wait = (name: string, milliseconds: number) => timeoutManager.setTimeout(() => ended.push(name), milliseconds)
  wait('first', 15_000)
  wait('second', 15_600)
  const dropped = wait('dropped', 15_100)
  wait('later', 16_000)
  expect(vi.getTimerCount()).toBe(2)

  timeoutManager.clearTimeout(dropped)
  vi.advanceTimersByTime(15_600)
  expect(ended).toEqual([])
  vi.advanceTimersByTime(100)
  expect(ended).toEqual(['first', 'second'])
  vi.advanceTimersByTime(1000)
  expect(ended).toEqual(['first', 'second', 'later'])
  expect(vi.getTimerCount()).toBe(0)
})

test('a timer that nobody waits for any more is dropped', () => {
  const waits = [15_000, 15_100].map((milliseconds) =>
    timeoutManager.setTimeout(() => expect.unreachable(), milliseconds),
  )
  for (const wait of waits) {
    expect(vi.getTimerCount()).toBe(1)
    timeoutManager.clearTimeout(wait)
  }
  expect(vi.getTimerCount()).toBe(0)

  const end = vi.fn()
  timeoutManager.setTimeout(end, 15_000)
  vi.advanceTimersByTime(15_700)
  expect(end).toHaveBeenCalledOnce()
})

test('a wait that somebody notices has a timer of its own', () => {
  const end = vi.fn()
  timeoutManager.setTimeout(end, 1000)
  const dropped = timeoutManager.setTimeout(() => expect.unreachable(), 1000)
  timeoutManager.clearTimeout(dropped)
  vi.advanceTimersByTime(999)
  expect(end).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(end).toHaveBeenCalledOnce()
})

test('what is asked again and again is asked until it is stopped', () => {
  const ask = vi.fn()
  const context = timeoutManager.setInterval(ask, 5000)
  vi.advanceTimersByTime(10_000)
  timeoutManager.clearInterval(context)
  vi.advanceTimersByTime(10_000)
  expect(ask).toHaveBeenCalledTimes(2)
})

test('what queries have to tell is told in one task, in order, and not in the task that it comes of', () => {
  const told: string[] = []
  notifyManager.schedule(() => {
    told.push('first')
    notifyManager.schedule(() => told.push('told of the first'))
  })
  notifyManager.schedule(() => told.push('second'))
  expect(vi.getTimerCount()).toBe(1)
  expect(told).toEqual([])

  vi.advanceTimersToNextTimer()
  expect(told).toEqual(['first', 'second'])
  vi.advanceTimersToNextTimer()
  expect(told).toEqual(['first', 'second', 'told of the first'])
  expect(vi.getTimerCount()).toBe(0)
})
