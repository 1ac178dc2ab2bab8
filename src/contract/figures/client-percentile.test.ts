import { describe, expect, it } from 'vitest'
import { percentilesAmong, sizeOf } from './client-percentile'

describe('A percentile rank', () => {
  // Worked out by hand: 100 × (below + equal ÷ 2) ÷ all.
  it.each([
    ['the lowest of eight different values', 1, [1, 2, 3, 4, 5, 6, 7, 8], 6],
    ['the highest of eight', 8, [1, 2, 3, 4, 5, 6, 7, 8], 94],
    ['the fifth of ten', 50, [10, 20, 30, 40, 50, 60, 70, 80, 90, 100], 45],
    ['one of two equal ones', 2, [1, 2, 2, 3, 4, 5, 6, 7], 25],
    ['all equal', 0, [0, 0, 0, 0, 0, 0, 0, 0], 50],
    ['values in no order', 3, [9, 3, 7, 1, 3, 8, 2, 6], 38],
    ['below zero', -20, [-100, -50, -20, 0, 10, 20, 30, 40], 31],
  ])('of %s', (_, value, values, rank) => {
    expect(percentilesAmong(values)(value)).toBe(rank)
  })

  it('is not given among fewer than eight', () => {
    expect(percentilesAmong([1, 2, 3, 4, 5, 6, 7])(1)).toBeNull()
    expect(percentilesAmong([])(1)).toBeNull()
  })
})

it('Sizes begin and end where the recommendation of the European Commission says', () => {
  expect([1, 9, 10, 49, 50, 249, 250, 99_999].map(sizeOf)).toEqual([
    ...['1-9', '1-9', '10-49', '10-49'],
    ...['50-249', '50-249', '250+', '250+'],
  ])
  expect([0, null, undefined, -1].map(sizeOf)).toEqual([null, null, null, null])
})
