import { describe, expect, it } from 'vitest'
import { countsNothing, currencyEffect, currencyOptions } from './currency'

const line = (id: string, currency: string | null, annualisedCost: number | null = 100.1) => ({
  id,
  currency,
  annualisedCost,
  category: { id: 'software', name: 'Software' },
})
const budget = {
  currency: 'GBP',
  totals: { grandTotal: 200.2 },
  lineItems: [line('a', 'GBP'), line('b', 'GBP'), line('c', 'USD', 12)],
}

describe('a budget in another currency', () => {
  it.each([
    ['EUR', 'from £200.20 to €0.00: none of the 3 line items is in EUR.'],
    ['USD', 'from £200.20 to US$12.00: only 1 of the 3 line items is in USD.'],
  ])('says what %s does to the total before it is saved', (code, text) => {
    expect(currencyEffect(budget, code)).toBe(`The total would change ${text} Amounts aren’t converted.`)
  })

  it('counts every line once the currency is that of all of them', () => {
    const wrong = {
      ...budget,
      currency: 'EUR',
      totals: null,
      lineItems: [line('a', 'GBP', 0.1), line('b', 'GBP', 0.2)],
    }
    expect(currencyEffect(wrong, 'GBP')).toContain('from €0.00 to £0.30: all 2 line items are in GBP.')
    expect(currencyEffect({ ...wrong, lineItems: [line('a', 'GBP', 5)] }, 'GBP')).toContain(
      'the only line item is in GBP.',
    )
  })

  it.each(['GBP', 'EU', 'eur', ''])('has nothing to say of %j', (code) => {
    expect(currencyEffect(budget, code)).toBeNull()
  })

  it('has nothing to say without line items', () => {
    expect(currencyEffect({ ...budget, lineItems: [] }, 'EUR')).toBeNull()
    expect(currencyEffect({ currency: 'GBP' }, 'EUR')).toBeNull()
  })

  it('knows when no line counts, and never takes a line without a currency for a foreign one', () => {
    expect(countsNothing({ ...budget, currency: 'EUR' })).toBe(true)
    expect(countsNothing(budget)).toBe(false)
    expect(countsNothing({ currency: 'EUR', lineItems: [] })).toBe(false)
    expect(countsNothing({ currency: 'EUR', lineItems: [line('a', null)] })).toBe(false)
  })

  it('offers the currencies of its lines first, by name', () => {
    const options = currencyOptions(budget)
    expect(options.slice(0, 2)).toEqual([
      { value: 'GBP', label: 'British Pound' },
      { value: 'USD', label: 'US Dollar' },
    ])
    expect(options.filter(({ value }) => value === 'GBP')).toHaveLength(1)
    expect(options.length).toBe(Intl.supportedValuesOf('currency').length)
  })
})
