import { expect, it } from 'vitest'
import { macWithColons } from './mac-address'

it.each([
  ['B4-45-06-0a-1B-2c', 'B4:45:06:0A:1B:2C'],
  ['b445.060a.1b2c', 'B4:45:06:0A:1B:2C'],
  ['b445060a1b2c', 'B4:45:06:0A:1B:2C'],
  ['B4:45:06:0A:1B:2C', null],
  ['B4-45-06-0A-1B', null],
  ['B4-45.06-0A-1B-2C', null],
  ['b445.060a.1b2g', null],
  ['', null],
])('writes %j with colons as %j', (text, address) => {
  expect(macWithColons(text)).toBe(address)
})
