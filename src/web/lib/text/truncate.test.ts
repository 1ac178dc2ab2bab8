import { expect, it } from 'vitest'
import { truncate } from './truncate'

it.each([
  ['search=Bramley & Söhne', 'search=Bramley & Söhne'],
  ['search=\0', 'search=\\u0000'],
  ['a\u202eb\u2028\x7f', 'a\\u202eb\\u2028\\u007f'],
  ['\ud800', '\\ud800'],
  ['x'.repeat(60), 'x'.repeat(60)],
  ['x'.repeat(61), `${'x'.repeat(60)}…`],
  ['🙂'.repeat(60), '🙂'.repeat(60)],
  ['🙂'.repeat(10_000), `${'🙂'.repeat(60)}…`],
])('writes %j within a sentence as %j', (text, short) => {
  expect(truncate(text)).toBe(short)
})
