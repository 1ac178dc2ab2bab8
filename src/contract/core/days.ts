/** In milliseconds. */
export const dayLong = 24 * 60 * 60 * 1000

/** The first and last instant that servers take. */
export const [earliest, latest] = [Date.parse('0001-01-01'), Date.parse('9999-12-31T23:59:59.999Z')]

/** The plain day that is so many days after another; not before the first. */
export const addDays = (day: string, days: number) =>
  new Date(Math.max(Date.parse(day) + days * dayLong, earliest)).toISOString().slice(0, 10)
