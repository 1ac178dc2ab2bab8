/** As `Map.groupBy`, which Node 20 lacks: groups in the order of their first value. */
export const groupBy = <T, K>(values: T[], keyOf: (value: T) => K) => {
  const groups = new Map<K, T[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}
