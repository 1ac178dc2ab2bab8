import { expect, it } from 'vitest'
import { createBurstSpreader } from './spread-bursts'

/** Which callers' requests have begun. */
const bench = () => {
  const spread = createBurstSpreader()
  const began: string[] = []
  const arrive = async (caller: string) => {
    await spread(caller)
    began.push(caller)
  }
  return { began, arrive }
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

it('begins a few requests of a burst in each turn of the event loop', async () => {
  const { began, arrive } = bench()
  const all = [...Array<string>(20).fill('flood'), 'other'].map(arrive)
  await Promise.resolve()
  expect(began).toEqual([...Array<string>(8).fill('flood'), 'other'])
  await nextTurn()
  expect(began).toHaveLength(17)
  await Promise.all(all)
  expect(began).toHaveLength(21)
})

it('delays no request that arrives in a later turn', async () => {
  const { began, arrive } = bench()
  await arrive('one')
  await nextTurn()
  void arrive('one')
  await Promise.resolve()
  expect(began).toEqual(['one', 'one'])
})
