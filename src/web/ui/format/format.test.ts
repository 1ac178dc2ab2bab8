import { describe, expect, it } from 'vitest'
import { formatDay, formatNumber, plural } from './format'

describe('numbers and dates', () => {
  it.each([
    [1284, '1,284'],
    [-4, '−4'],
    [12.5, '12.5'],
    [1e15, '1,000,000,000,000,000'],
  ])('writes %j', (value, text) => {
    expect(formatNumber(value)).toBe(text)
  })

  it('counts one and many', () => {
    expect([plural(1, 'rule', 'rules'), plural(0, 'rule', 'rules')]).toEqual(['1 rule', '0 rules'])
  })

  it('writes a day with its month in three letters', () => {
    expect(formatDay(new Date(2026, 8, 3))).toBe('3 Sep 2026')
    expect(formatDay(new Date(2026, 10, 23))).toBe('23 Nov 2026')
  })
})
