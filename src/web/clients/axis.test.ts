import { expect, it } from 'vitest'
import { axisOf } from './axis'

it.each([
  ['a share', [0, 12.5, 100], [0, 20, 40, 60, 80, 100]],
  ['a score', [-33.3, 71], [-50, 0, 50, 100]],
  ['small numbers', [0, 1, 3], [0, 1, 2, 3]],
  ['money', [620, 1480], [0, 500, 1000, 1500]],
  ['tenths', [0, 0.4], [0, 0.1, 0.2, 0.3, 0.4]],
  ['one whole number', [1], [0, 1]],
  ['equal values', [0, 0], [0, 1, 2, 3, 4, 5]],
  ['no values', [], [0, 1, 2, 3, 4, 5]],
])('An axis of %s has round values and zero', (_, values, ticks) => {
  const axis = axisOf(values)
  expect(axis.ticks).toEqual(ticks)
  expect([axis.position(ticks[0] as number), axis.position(ticks.at(-1) as number)]).toEqual([0, 100])
  for (const value of values) expect(axis.position(value)).toBeGreaterThanOrEqual(0)
})
