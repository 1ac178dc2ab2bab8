import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { npsIntervals } from '../../../contract/nps'
import { browserContext, setContextProvider } from '../../lib/request-context'
import { lastDays, lengthOf, periodBefore, spanName, spansOf } from './period'

const inZone = (zone: string) => setContextProvider(() => ({ locale: 'en-GB', zone }))
beforeEach(() => inZone('UTC'))
afterEach(() => setContextProvider(() => browserContext))

describe('a period', () => {
  it('of the last days ends today, and the one before it meets it without a gap', () => {
    const period = lastDays(90, new Date('2026-11-23T23:59:00.000Z'))
    expect(period).toEqual({ dateFrom: '2026-08-26', dateTo: '2026-11-23' })
    expect(periodBefore(period)).toEqual({ dateFrom: '2026-05-28', dateTo: '2026-08-25' })
    expect(lengthOf(period)).toBe(90)
  })

  it('ends on the day that it is for the user', () => {
    const now = new Date('2026-11-23T23:59:00.000Z')
    inZone('Pacific/Auckland')
    expect(lastDays(2, now)).toEqual({ dateFrom: '2026-11-23', dateTo: '2026-11-24' })
    inZone('America/Los_Angeles')
    expect(lastDays(2, new Date('2026-11-23T07:59:00.000Z'))).toEqual({ dateFrom: '2026-11-21', dateTo: '2026-11-22' })
  })

  it('of one day has the day before it', () => {
    const period = lastDays(1, new Date('2026-03-01T00:00:00.000Z'))
    expect(period).toEqual({ dateFrom: '2026-03-01', dateTo: '2026-03-01' })
    expect(periodBefore(period)).toEqual({ dateFrom: '2026-02-28', dateTo: '2026-02-28' })
  })
})

describe('the spans of a chart', () => {
  it.each([
    ['week', '2026-11-22', { dateFrom: '2026-11-16', dateTo: '2026-11-22' }, '16 Nov'],
    ['week', '2026-11-23', { dateFrom: '2026-11-23', dateTo: '2026-11-29' }, '23 Nov'],
    ['month', '2024-02-29', { dateFrom: '2024-02-01', dateTo: '2024-02-29' }, 'Feb 24'],
    ['quarter', '2026-12-31', { dateFrom: '2026-10-01', dateTo: '2026-12-31' }, 'Q4 26'],
  ] as const)('end with the %s of %s', (interval, until, last, name) => {
    const spans = spansOf(interval, until, 3)
    expect(spans.at(-1)).toEqual(last)
    expect(spanName(interval, last)).toBe(name)
  })

  it('meet without gap or overlap, and the last one holds the day that was asked for', () => {
    const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(fc.constantFrom(...npsIntervals), day, fc.integer({ min: 1, max: 40 }), (interval, date, count) => {
        const until = date.toISOString().slice(0, 10)
        const spans = spansOf(interval, until, count)
        expect(spans).toHaveLength(count)
        expect(spans.at(-1)?.dateFrom.localeCompare(until)).toBeLessThanOrEqual(0)
        expect(spans.at(-1)?.dateTo.localeCompare(until)).toBeGreaterThanOrEqual(0)
        for (const [index, span] of spans.slice(1).entries())
          expect(Date.parse(span.dateFrom) - Date.parse(spans[index]?.dateTo ?? '')).toBe(24 * 60 * 60 * 1000)
      }),
      { seed: 7 },
    )
  })
})
