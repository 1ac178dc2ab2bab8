import { expect, it } from 'vitest'
import { cleanSearch, matchesSearch } from './clean-search'

it.each([
  ['  Acme Ltd ', 'Acme Ltd'],
  ['Acme\u00a0Ltd', 'Acme Ltd'],
  ['Acme\u2009Ltd\u202f', 'Acme Ltd'],
  ['Acme\tLtd\u3000', 'Acme Ltd'],
  ['\ufeffAc\u200bme\u2060 \u202aLtd\u202c\u200e', 'Acme Ltd'],
  ['\u2068Acme\u2069 \u200f', 'Acme'],
  ['Acme  Ltd', 'Acme  Ltd'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['\u00a0\u200b', ''],
])('%j is searched for as %j', (typed, searched) => {
  expect(cleanSearch(typed)).toBe(searched)
})

it('finds a name by its own text, and by plain spaces', () => {
  const name = 'Acme\u00a0Ltd\u202fEurope'
  for (const text of [name, 'acme ltd europe', 'D E']) expect(matchesSearch(name, cleanSearch(text))).toBe(true)
  expect([matchesSearch(name, 'acmeltd'), matchesSearch(null, 'a'), matchesSearch(null, '')]).toEqual([
    false,
    false,
    true,
  ])
})
