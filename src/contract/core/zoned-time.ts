import { dayLong, earliest } from './days'

export const isTimeZone = (zone: string) => {
  try {
    return zone !== '' && Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

/** The format of a clock: with a time zone, what it shows at a moment. */
export const clockFormat = {
  hourCycle: 'h23',
  ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
} as const satisfies Intl.DateTimeFormatOptions

/** A clock in a time zone. */
export const clockIn = (zone: string) => new Intl.DateTimeFormat('en-US', { timeZone: zone, ...clockFormat })

/** A day later than what servers take, whatever the time zone. */
const firstWithOffset = earliest + dayLong

/** How far the clock is ahead of UTC, in milliseconds. */
const offsetAt = (clock: Intl.DateTimeFormat, at: number) => {
  // Formatters write years before 1 as 1 BC, 2 BC and so on, without a sign.
  if (at < firstWithOffset) return 0
  const parts = clock.formatToParts(at)
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const shown = new Date(0)
  // `Date.UTC` takes a year below 100 for one of the 20th century.
  shown.setUTCFullYear(value('year'), value('month') - 1, value('day'))
  shown.setUTCHours(value('hour'), value('minute'))
  return shown.getTime() - Math.floor(at / 60_000) * 60_000
}

/**
 * When the clock shows this, the first time if it does so twice. A time that it skips is as much later as it skips, as in
 * RFC 5545: 02:30 becomes 03:30.
 */
export const instantAt = (clock: Intl.DateTimeFormat, shown: number) => {
  const [before, after] = [shown - dayLong, shown + dayLong].map((at) => shown - offsetAt(clock, at)) as [
    number,
    number,
  ]
  const isShown = (at: number) => at + offsetAt(clock, at) === shown
  return !isShown(before) && isShown(after) ? after : before
}

/** When a plain day begins on the clock. */
export const startOfDay = (clock: Intl.DateTimeFormat, day: string) => instantAt(clock, Date.parse(day))

/** The plain day that the clock shows at a moment. */
export const dayAt = (clock: Intl.DateTimeFormat, at: number) =>
  new Date(at + offsetAt(clock, at)).toISOString().slice(0, 10)
