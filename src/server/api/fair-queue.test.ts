import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFairQueue } from './fair-queue'

// By the tests' own clock, because a caller's share grows while the machine is busy elsewhere.
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Work that ends when it is told to, and the order in which it began. */
const bench = (limits: Parameters<typeof createFairQueue>[0]) => {
  const turn = createFairQueue(limits)
  const began: string[] = []
  const ends: (() => void)[] = []
  const work = (caller: string) =>
    turn(caller, async () => {
      began.push(caller)
      await new Promise<void>((resolve) => ends.push(resolve))
      return caller
    })
  const endInTurn = async (index: number) => {
    await vi.advanceTimersByTimeAsync(1)
    ends[index]?.()
  }
  return { began, ends, endInTurn, work }
}

it('gives the next slot to the caller with the fewest running requests', async () => {
  const { began, endInTurn, work } = bench({ maxConcurrent: 2, waiting: 10, stallMs: 60_000 })
  const all = ['flood', 'flood', 'flood', 'flood', 'other'].map(work)
  expect(began).toEqual(['flood', 'flood'])
  for (let index = 0; index < all.length; index++) await endInTurn(index)
  await Promise.all(all)
  expect(began).toEqual(['flood', 'flood', 'other', 'flood', 'flood'])
})

it('gives the only slot to the least recently started caller', async () => {
  const { began, endInTurn, work } = bench({ maxConcurrent: 1, waiting: 10, stallMs: 60_000 })
  const all = ['flood', 'flood', 'flood', 'other', 'flood', 'other'].map(work)
  for (let index = 0; index < all.length; index++) await endInTurn(index)
  await Promise.all(all)
  expect(began).toEqual(['flood', 'other', 'flood', 'other', 'flood', 'flood'])
})

it('limits a caller to its share while others are active', async () => {
  const turn = createFairQueue({ maxConcurrent: 2, waiting: 10, stallMs: 60_000 })
  const began: string[] = []
  const work = (caller: string, milliseconds: number) =>
    turn(caller, () => {
      began.push(caller)
      return new Promise((resolve) => setTimeout(resolve, milliseconds))
    })
  const all = [work('other', 10), work('flood', 200), work('flood', 200)]
  await vi.advanceTimersByTimeAsync(700)
  expect(began).toEqual(['other', 'flood'])
  all.push(work('other', 10))
  await vi.advanceTimersByTimeAsync(200)
  expect(began).toEqual(['other', 'flood', 'other', 'flood'])
  await vi.runAllTimersAsync()
  await Promise.all(all)
})

it('starts what waits once the others are quiet, in order, while a long request of the same caller runs', async () => {
  const turn = createFairQueue({ maxConcurrent: 4, waiting: 10, stallMs: 60_000 })
  const began: string[] = []
  const work = (name: string, milliseconds: number) =>
    turn(name[0] ?? '', () => {
      began.push(name)
      return new Promise((resolve) => setTimeout(resolve, milliseconds))
    })
  const all = [work('other', 10), work('a1', 6000), work('a2', 10)]
  await vi.advanceTimersByTimeAsync(900)
  expect(began).toEqual(['other', 'a1'])
  await vi.advanceTimersByTimeAsync(1200)
  expect(began).toEqual(['other', 'a1', 'a2'])
  await vi.runAllTimersAsync()
  await Promise.all(all)
})

it('refuses a caller with too many waiting requests, and no other', async () => {
  const { endInTurn, work } = bench({ maxConcurrent: 1, waiting: 1, stallMs: 60_000 })
  const all = ['flood', 'flood', 'other'].map(work)
  await expect(work('flood')).rejects.toMatchObject({ status: 503, extra: { headers: { 'retry-after': '1' } } })
  for (let index = 0; index < all.length; index++) await endInTurn(index)
  expect(await Promise.all(all)).toEqual(['flood', 'flood', 'other'])
})

it('refuses all waiting requests when every slot is stuck, and recovers', async () => {
  const { ends, work } = bench({ maxConcurrent: 1, waiting: 10, stallMs: 20 })
  const stuck = work('one')
  const refused = expect(work('two')).rejects.toMatchObject({ title: 'Busy' })
  await vi.advanceTimersByTimeAsync(20)
  await refused
  ends[0]?.()
  expect(await stuck).toBe('one')
  const next = work('three')
  ends[1]?.()
  expect(await next).toBe('three')
})

it('lets a lone caller use all slots, and only one while another is active', async () => {
  const { began, ends, work } = bench({ maxConcurrent: 4, waiting: 10, stallMs: 60_000 })
  const all = ['one', 'one', 'other', 'one', 'other'].map(work)
  expect(began).toEqual(['one', 'one', 'other'])
  ends[0]?.()
  await all[0]
  expect(began).toHaveLength(3)
  ends[1]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(began).toEqual(['one', 'one', 'other', 'one'])
  ends[2]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect(began).toEqual(['one', 'one', 'other', 'one', 'other'])
  for (const end of ends) end()
  await Promise.all(all)
})
