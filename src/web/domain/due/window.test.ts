import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readWindow } from './window'

const listOf = (dates: (number | null)[], size: number) => {
  const list = { reads: 0 }
  const readPage = async (page: number) => {
    list.reads++
    return { rows: dates.slice((page - 1) * size, page * size), total: dates.length }
  }
  return { list, readPage }
}

const dateOf = (date: number | null) => date

describe('a window of a sorted list', () => {
  it('holds what a plain filter finds, whatever the dates, where those without one are, the page and the window', async () => {
    const dates = fc
      .tuple(fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 120 }), fc.nat(40))
      .chain(([some, nulls]) => {
        const [sorted, without] = [some.sort((a, b) => a - b), Array<null>(nulls).fill(null)]
        return fc.constantFrom<(number | null)[][]>([...sorted, ...without], [...without, ...sorted])
      })
    const end = fc.integer({ min: -60, max: 60 })
    await fc.assert(
      fc.asyncProperty(dates, fc.integer({ min: 1, max: 30 }), end, end, async (all, size, a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)]
        const { readPage } = listOf(all, size)
        const { rows, whole } = await readWindow({ readPage, size, dateOf, from, to, most: 1000 })
        expect(rows).toEqual(all.filter((date) => date !== null && date >= from && date <= to))
        expect(whole).toBe(true)
      }),
      { seed: 13 },
    )
  })

  it('of a hundred thousand rows takes few pages', async () => {
    const all = Array.from({ length: 100_000 }, (_, index) => index)
    const { list, readPage } = listOf(all, 100)
    const { rows } = await readWindow({ readPage, size: 100, dateOf, from: 70_050, to: 70_320, most: 1000 })
    expect(rows).toHaveLength(271)
    expect(list.reads).toBeLessThan(16)
  })

  it('says when it holds more than was wanted', async () => {
    const { readPage } = listOf([1, 2, 3, 4, 5], 2)
    expect(await readWindow({ readPage, size: 2, dateOf, from: 1, to: 5, most: 3 })).toEqual({
      rows: [1, 2, 3],
      whole: false,
    })
  })
})
