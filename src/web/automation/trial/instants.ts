const hour = 60 * 60 * 1000
const pattern = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/

/**
 * Range of instants that a date may mean: one with a zone, otherwise from UTC+14 to UTC−12. Null if it is not a date.
 */
export const instantsOf = (value: unknown): { from: number; to: number } | null => {
  const match = typeof value === 'string' ? pattern.exec(value) : null
  if (typeof value !== 'string' || !match) return null
  const [, time, , , zone] = match
  const at = Date.parse(time && !zone ? `${value}Z` : value)
  if (Number.isNaN(at)) return null
  return time && zone ? { from: at, to: at } : { from: at - 14 * hour, to: at + 12 * hour }
}

/**
 * A plain date, or midnight UTC, which many systems use for one. Servers compare in a time zone of their own, so the user’s,
 * in which an instant may be shown on the day before, decides nothing.
 */
export const isDay = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(T00:00(:00(\.0+)?)?Z)?$/.test(value)
