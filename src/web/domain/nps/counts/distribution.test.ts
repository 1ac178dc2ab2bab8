import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countScores } from './distribution'

/** A list of scores that is read by pages, and how often it was. */
const listOf = (scores: number[], size: number) => {
  const list = { reads: 0 }
  const readPage = async (page: number) => {
    list.reads++
    return { scores: scores.slice((page - 1) * size, page * size), total: scores.length }
  }
  return { list, readPage }
}

const plainly = (scores: number[]) => {
  const counts: Record<number, number> = {}
  for (const score of scores) counts[score] = (counts[score] ?? 0) + 1
  return counts
}

describe('the distribution', () => {
  it('is that of a plain count, of any sorted scores and any size of page', async () => {
    const sorted = fc.array(fc.integer({ min: 0, max: 10 }), { maxLength: 300 }).map((all) => all.sort((a, b) => a - b))
    await fc.assert(
      fc.asyncProperty(sorted, fc.integer({ min: 1, max: 40 }), async (scores, size) => {
        const { list, readPage } = listOf(scores, size)
        expect(await countScores(readPage, size)).toEqual(plainly(scores))
        expect(list.reads).toBeLessThanOrEqual(Math.max(1, Math.ceil(scores.length / size)))
      }),
      { seed: 11 },
    )
  })

  it('of a million answers takes few pages', async () => {
    const scores = Array.from({ length: 1_000_000 }, (_, index) => Math.floor(index / 95_000))
    const { list, readPage } = listOf(scores, 100)
    expect(await countScores(readPage, 100)).toEqual(plainly(scores))
    expect(list.reads).toBeLessThan(160)
  })

  it('is empty where no one answered', async () => {
    expect(await countScores(listOf([], 100).readPage, 100)).toEqual({})
  })
})
