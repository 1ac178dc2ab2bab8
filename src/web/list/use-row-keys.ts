import { useState } from 'react'

export type Keys = { query: string; ids: string[]; keyOf: Map<string, number> }

/** Keys for rows that replace those of `before`. */
export const keysAfter = (before: Keys, query: string, ids: string[]): Keys => {
  const listed = new Set(ids)
  const free =
    query === before.query ? [] : before.ids.filter((id) => !listed.has(id)).map((id) => before.keyOf.get(id))
  let next = Math.max(-1, ...before.keyOf.values()) + 1
  return { query, ids, keyOf: new Map(ids.map((id) => [id, before.keyOf.get(id) ?? free.shift() ?? next++])) }
}

/**
 * React keys of rows. Another page takes over the elements of the last one, which is quicker than making new ones. When the same
 * page is refreshed, each record keeps its own elements, and the focus in them. A cell with state needs its record's ID as a key.
 */
export const useRowKeys = (query: string, ids: string[]) => {
  const [keys, setKeys] = useState(() => keysAfter({ query, ids: [], keyOf: new Map() }, query, ids))
  const isSame = ids.length === keys.ids.length && ids.every((id, index) => id === keys.ids[index])
  const now = isSame ? keys : keysAfter(keys, query, ids)
  if (!isSame) setKeys(now)
  return now.keyOf
}
