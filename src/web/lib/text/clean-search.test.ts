import { expect, it } from 'vitest'
import { cleanSearch } from './clean-search'

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
