import { expect, it } from 'vitest'
import { formatDuration } from './duration'

it.each([
  [0, '0\u00a0s'],
  [59, '59\u00a0s'],
  [90, '2\u00a0min'],
  [2700, '45\u00a0min'],
  [3599, '1\u00a0h'],
  [8100, '2\u00a0h 15\u00a0min'],
  [3_600_000, '1,000\u00a0h'],
])('writes %j seconds in words', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text)
})
