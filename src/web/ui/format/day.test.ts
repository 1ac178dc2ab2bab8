import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { browserContext, setContextProvider } from '../../lib/request-context'
import { dayOf, dayText, spanText } from './day'
import { dayFrom, daysUntil, inDays, isWithin } from './days-from-today'
import { localDayText } from './local-day-text'

const zone = process.env.TZ
afterEach(() => {
  setContextProvider(() => browserContext)
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

const written = (value: string) => dayOf(value)?.toISOString().slice(0, 10)

describe.each(['UTC', 'America/Los_Angeles', 'Pacific/Auckland'])('a day read in %s', (place) => {
  beforeEach(() => {
    process.env.TZ = place
    setContextProvider(() => ({ locale: 'en-GB', zone: place }))
  })

  it('is the day that was written', () => {
    expect(written('2026-09-30')).toBe('2026-09-30')
    for (const time of ['00:00:00.000Z', '05:00:00Z', '23:59:59.999Z', '22:00:00-01:00'])
      expect(written(`2026-09-30T${time}`)).toBe('2026-09-30')
    expect(dayText('2026-09-30T23:00:00.000Z')).toBe('30 Sep 2026')
    expect(dayText('2026-09-30')).toBe('30 Sep 2026')
  })

  it('includes itself when it ends something', () => {
    const evening = new Date(2026, 8, 30, 23, 59)
    expect(daysUntil('2026-09-30', evening)).toBe(0)
    expect(daysUntil('2026-09-29', evening)).toBe(-1)
    expect(daysUntil('2026-09-30T05:00:00.000Z', evening)).toBe(0)
    expect(daysUntil('2026-10-30', evening)).toBe(30)
  })

  it('makes a span with another one', () => {
    expect(spanText('2026-07-01', '2026-09-30')).toBe('1 Jul – 30 Sep 2026')
    expect(spanText('2025-12-01', '2026-01-31')).toBe('1 Dec 2025 – 31 Jan 2026')
    expect(spanText('2026-07-01', '2026-07-01')).toBe('1 Jul 2026')
  })
})

describe.each([
  ['Europe/London', '2026-03-28T23:30:00.000Z', '2026-03-28'],
  ['Europe/London', '2026-10-24T23:30:00.000Z', '2026-10-25'],
  ['America/Los_Angeles', '2026-03-08T09:30:00.000Z', '2026-03-08'],
  ['Pacific/Auckland', '2026-09-26T11:59:00.000Z', '2026-09-26'],
  ['Pacific/Auckland', '2026-09-26T12:01:00.000Z', '2026-09-27'],
])('a window of seven days in %s at %s, around midnight and a change of clocks', (place, now, today) => {
  beforeEach(() => {
    process.env.TZ = place
    setContextProvider(() => ({ locale: 'en-GB', zone: place }))
  })

  it('is today and the six days after it, each of them once', () => {
    const instant = new Date(now)
    const days = Array.from({ length: 9 }, (_, index) => dayFrom(index - 1, instant))
    expect(days[1]).toBe(today)
    expect(new Set(days).size).toBe(9)
    expect(days.filter((day) => isWithin(daysUntil(day, instant) ?? -1, 7))).toEqual(days.slice(1, 8))
  })
})

describe('the local day of an instant', () => {
  it.each([
    ['Pacific/Auckland', '2026-06-30T13:00:00.000Z', '1 Jul 2026'],
    ['Pacific/Honolulu', '2026-07-01T00:00:00.000Z', '30 Jun 2026'],
    ['UTC', 'soon', 'soon'],
    ['UTC', null, ''],
  ])('in %s of %s is %s, at midnight UTC as well', (zone, instant, text) => {
    setContextProvider(() => ({ locale: 'en-GB', zone }))
    expect(localDayText(instant)).toBe(text)
  })
})

describe('a day', () => {
  it.each([null, undefined, '', 'soon', '2026-02-30', '2026-13-01'])('is not made of %j', (value) => {
    expect(dayOf(value)).toBeNull()
    expect(daysUntil(value)).toBeNull()
  })

  it.each([
    [null, null, ''],
    ['2026-07-01', null, 'from 1 Jul 2026'],
    [undefined, '2026-07-01', 'until 1 Jul 2026'],
    ['2026-07-02', '2026-07-01', '2 Jul 2026 – 1 Jul 2026'],
    ['Q3', '2026-07-01', 'Q3 – 1 Jul 2026'],
  ])('from %j to %j is written %j', (from, to, text) => {
    expect(spanText(from, to)).toBe(text)
  })

  it('is told by how far it is', () => {
    expect([12, 1, 0, -1, -1400].map(inDays)).toEqual([
      'in 12 days',
      'tomorrow',
      'today',
      '1 day ago',
      '1,400 days ago',
    ])
  })
})
