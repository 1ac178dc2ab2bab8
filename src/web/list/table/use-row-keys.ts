import { useState } from 'react'

export type RowKeys = { query: string; ids: string[]; keyOf: Map<string, number> }

/** Keys for rows that replace the previous ones. */
export const nextKeys = (previous: RowKeys, query: string, ids: string[]): RowKeys => {
  const listed = new Set(ids)
  const free =
    query === previous.query ? [] : previous.ids.filter((id) => !listed.has(id)).map((id) => previous.keyOf.get(id))
  let next = Math.max(-1, ...previous.keyOf.values()) + 1
  return { query, ids, keyOf: new Map(ids.map((id) => [id, previous.keyOf.get(id) ?? free.shift() ?? next++])) }
}

/**
 * React keys of rows. Another page takes over the elements of the last one, which is quicker than making new ones. When the same
 * page is refreshed, each record keeps its own elements, and the focus in them. A cell with state needs its record's ID as a key.
 */
export const useRowKeys = (query: string, ids: string[], isPlaceholder: boolean) => {
  const [keys, setKeys] = useState(() => nextKeys({ query, ids: [], keyOf: new Map() }, query, ids))
  const hasSameIds = ids.length === keys.ids.length && ids.every((id, index) => id === keys.ids[index])
  // Placeholder rows are those of the last query.
  const isSame = hasSameIds && (isPlaceholder || query === keys.query)
  const now = isSame ? keys : nextKeys(keys, query, ids)
  if (!isSame) setKeys(now)
  return now.keyOf
}
