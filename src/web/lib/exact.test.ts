import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exactly, isSame, minus, over, plus, rounded, roundedTogether, sumOf, times, total } from './exact'

const pence = fc.integer({ min: -1e12, max: 1e12 })

describe('a sum of money', () => {
  it.each([
    [[], 0],
    [[0.1, 0.2], 0.3],
    [[1e21, -1e21, 0.01], 0.01],
    [[-5.5, 2.25], -3.25],
    [[1.1e-7, 2e-7], 3.1e-7],
    [[1e9, 0.1, 0.2], 1000000000.3],
  ])('of %j is %s', (values, sum) => {
    expect(sumOf(values)).toBe(sum)
  })

  it('in pence is the one that whole numbers give, in whatever order', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -(10 ** 9), max: 10 ** 9 }), { maxLength: 60 }), (pence) => {
        const sum = pence.reduce((total, value) => total + value, 0)
        expect(sumOf(pence.map((value) => value / 100))).toBe(sum / 100 || 0)
        expect(sumOf(pence.toReversed().map((value) => value / 100))).toBe(sum / 100 || 0)
      }),
      { seed: 3 },
    )
  })
})

describe('an exact number', () => {
  it.each([
    [[0.1, 0.2], 0.3],
    [[1e21, 1], 1e21 + 1],
    [[1.005, -1.005], 0],
    [[5e-7, 5e-7], 1e-6],
    [[], 0],
  ])('adds %j to %d', (values, sum) => {
    expect(sumOf(values)).toBe(sum)
  })

  it.each([
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [2.5, 0, 3],
    [-0.4, 0, 0],
    [1e300, 2, 1e300],
  ])('rounds %d to %i places as %d', (value, places, expected) => {
    expect(rounded(exactly(value), places)).toBe(expected)
  })

  it('is nothing where there is no finite number, and none divided by zero', () => {
    for (const value of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) expect(sumOf([value as never])).toBe(0)
    expect(over(exactly(1), exactly(0))).toBeNull()
    expect(rounded(over(exactly(-1), exactly(-4)) ?? exactly(0), 2)).toBe(0.25)
  })

  it('comes back from every way there and back', () => {
    fc.assert(
      fc.property(pence, pence, (a, b) => {
        const [x, y] = [exactly(a / 100), exactly(b / 100)]
        expect(isSame(minus(plus(x, y), y), x)).toBe(true)
        const back = over(times(x, y), y)
        if (b !== 0) expect(back && isSame(back, x)).toBe(true)
        expect(sumOf([a / 100, b / 100])).toBe((a + b) / 100 || 0)
      }),
      { seed: 29 },
    )
  })
})

describe('amounts that are rounded together', () => {
  it('add up to the rounded whole, and none is a unit away from what it was', () => {
    const part = fc.record({ a: fc.integer({ min: -1e9, max: 1e9 }), b: fc.integer({ min: 1, max: 997 }) })
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.constantFrom(0, 2), (parts, places) => {
        const amounts = parts.map(({ a, b }) => over(exactly(a), exactly(b)) ?? exactly(0))
        const together = roundedTogether(amounts, places)
        expect(sumOf(together)).toBe(rounded(total(amounts), places))
        for (const [index, amount] of amounts.entries())
          expect(Math.abs((together[index] ?? 0) - Number(amount.n) / Number(amount.d))).toBeLessThan(
            10 ** -places + 1e-6,
          )
      }),
      { seed: 31 },
    )
  })
})
