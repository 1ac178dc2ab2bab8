import { expect, test } from 'vitest'
import { nextKeys, type RowKeys } from './use-row-keys'

const none: RowKeys = { query: '', ids: [], keyOf: new Map() }
const keysOf = ({ ids, keyOf }: RowKeys) => ids.map((id) => keyOf.get(id))
const first = nextKeys(none, 'page 1', ['a', 'b', 'c'])

test('another page reuses the previous rows, in order', () => {
  expect(keysOf(nextKeys(first, 'page 2', ['d', 'e', 'f', 'g']))).toEqual([...keysOf(first), 3])
})

test('a record on both pages keeps its row', () => {
  const sorted = nextKeys(first, 'sorted', ['c', 'x', 'a'])
  expect(keysOf(sorted)).toEqual([first.keyOf.get('c'), first.keyOf.get('b'), first.keyOf.get('a')])
})

test('after a refresh of the same page, a new record gets a new row', () => {
  const refreshed = nextKeys(first, 'page 1', ['a', 'new', 'c'])
  expect(keysOf(refreshed)).toEqual([first.keyOf.get('a'), 3, first.keyOf.get('c')])
})

test('after a search that finds the same records, a refresh gives a new record a new row', () => {
  const searched = nextKeys(first, 'search', ['a', 'b', 'c'])
  expect(keysOf(searched)).toEqual(keysOf(first))
  expect(keysOf(nextKeys(searched, 'search', ['a', 'new', 'c']))).toEqual([0, 3, 2])
})
