import { describe, expect, it } from 'vitest'
import { clockIn, dayAt, startOfDay } from './zoned-time'

describe('a day in a time zone', () => {
  it.each([
    ['2026-11-24', 'UTC', '2026-11-24T00:00:00.000Z'],
    ['2026-11-24', 'Pacific/Auckland', '2026-11-23T11:00:00.000Z'],
    ['2026-03-29', 'Europe/London', '2026-03-29T00:00:00.000Z'],
    ['2026-03-30', 'Europe/London', '2026-03-29T23:00:00.000Z'],
    // Midnight is skipped: the day begins at 01:00.
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    ['0050-01-01', 'UTC', '0050-01-01T00:00:00.000Z'],
    ['0001-01-01', 'UTC', '0001-01-01T00:00:00.000Z'],
  ])('%s in %s begins at %s', (day, zone, start) => {
    expect(new Date(startOfDay(clockIn(zone), day)).toISOString()).toBe(start)
    expect(dayAt(clockIn(zone), Date.parse(start))).toBe(day)
  })
})
