import { expect, test } from 'vitest'
import { type Keys, keysAfter } from './use-row-keys'

const none: Keys = { query: '', ids: [], keyOf: new Map() }
const keysOf = ({ ids, keyOf }: Keys) => ids.map((id) => keyOf.get(id))
const first = keysAfter(none, 'page 1', ['a', 'b', 'c'])

test('another page takes over the rows of the last one, in their order', () => {
  expect(keysOf(keysAfter(first, 'page 2', ['d', 'e', 'f', 'g']))).toEqual([...keysOf(first), 3])
})

test('a record that is on both pages keeps its row', () => {
  const sorted = keysAfter(first, 'sorted', ['c', 'x', 'a'])
  expect(keysOf(sorted)).toEqual([first.keyOf.get('c'), first.keyOf.get('b'), first.keyOf.get('a')])
})

test('when a page is refreshed, a new record gets a row of its own', () => {
  const refreshed = keysAfter(first, 'page 1', ['a', 'new', 'c'])
  expect(keysOf(refreshed)).toEqual([first.keyOf.get('a'), 3, first.keyOf.get('c')])
})
