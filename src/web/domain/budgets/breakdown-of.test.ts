import { describe, expect, it } from 'vitest'
import { categoryOf, counts, driftOf, groupsOf } from './breakdown-of'

const line = (id: string, annualisedCost: number | null, category: string | null, currency: string | null = 'GBP') => ({
  id,
  annualisedCost,
  currency,
  category: category === null ? null : { id: category, name: category },
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
