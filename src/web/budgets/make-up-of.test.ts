import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { categoryOf, counts, driftOf, groupsOf, sumOf } from './make-up-of'

const line = (id: string, annualisedCost: number | null, category: string | null, currency: string | null = 'GBP') => ({
  id,
  annualisedCost,
  currency,
  category: category === null ? null : { id: category, name: category },
})

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

describe('what a budget is made of', () => {
  const budget = {
    currency: 'GBP',
    totals: { softwareTotal: 0.3, hardwareTotal: 0, otherTotal: 7, grandTotal: 7.3 },
    lineItems: [
      line('a', 0.1, 'software'),
      line('b', 0.2, 'Software'),
      line('c', 900, 'software', 'USD'),
      line('d', 7, 'furniture'),
      line('e', null, null),
    ],
  }

  it('is grouped by category with the dearest first, and lines of another currency do not count', () => {
    expect(groupsOf(budget).map(({ category, lines, sum }) => [category, lines.map(({ id }) => id), sum])).toEqual([
      ['software', ['c', 'b', 'a'], 0.3],
      ['other', ['d', 'e'], 7],
    ])
    expect(budget.lineItems.filter((one) => !counts(budget, one)).map(({ id }) => id)).toEqual(['c'])
    expect(categoryOf({ id: 'x', category: { id: '5b0e', name: 'Labour' } })).toBe('labour')
  })

  it('agrees with its saved totals, or says which do not', () => {
    expect(driftOf(budget)).toEqual([])
    expect(driftOf({ ...budget, totals: { ...budget.totals, softwareTotal: 1, grandTotal: 8 } })).toEqual([
      { what: 'software', saved: 1, summed: 0.3 },
      { what: 'grand', saved: 8, summed: 7.3 },
    ])
    expect(driftOf({ currency: 'GBP', totals: { grandTotal: 5 }, lineItems: null })).toEqual([])
    expect(driftOf({ currency: 'GBP', totals: { grandTotal: 5 }, lineItems: [] })).toEqual([
      { what: 'grand', saved: 5, summed: 0 },
    ])
  })
})
