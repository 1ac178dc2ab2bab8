import { afterEach, describe, expect, it } from 'vitest'
import { browserContext, setContextProvider } from '../lib/request-context'
import { endPeriods, pastPeriods, silentSince } from './period-presets'

const daysOf = (presets: ReturnType<typeof pastPeriods>) =>
  Object.fromEntries(presets.map(({ key, from, to }) => [key, `${from} ${to}`]))

describe('presets of a period', () => {
  afterEach(() => setContextProvider(() => browserContext))

  // The turn of a quarter or year at midnight, and the nights in which clocks change.
  it.each([
    ['Europe/London', '2026-12-31T23:59:00.000Z', '2026-10-01 2026-12-31', '2026-07-01 2026-09-30', '2026'],
    ['Europe/London', '2027-01-01T00:00:00.000Z', '2027-01-01 2027-03-31', '2026-10-01 2026-12-31', '2027'],
    ['Pacific/Auckland', '2026-09-30T10:59:00.000Z', '2026-07-01 2026-09-30', '2026-04-01 2026-06-30', '2026'],
    ['Pacific/Auckland', '2026-09-30T11:00:00.000Z', '2026-10-01 2026-12-31', '2026-07-01 2026-09-30', '2026'],
    ['America/Los_Angeles', '2027-01-01T07:59:00.000Z', '2026-10-01 2026-12-31', '2026-07-01 2026-09-30', '2026'],
    ['America/Los_Angeles', '2027-01-01T08:00:00.000Z', '2027-01-01 2027-03-31', '2026-10-01 2026-12-31', '2027'],
    ['Europe/London', '2026-06-30T23:30:00.000Z', '2026-07-01 2026-09-30', '2026-04-01 2026-06-30', '2026'],
    ['Europe/London', '2026-03-29T00:30:00.000Z', '2026-01-01 2026-03-31', '2025-10-01 2025-12-31', '2026'],
    ['Europe/London', '2026-10-25T00:30:00.000Z', '2026-10-01 2026-12-31', '2026-07-01 2026-09-30', '2026'],
  ])('in %s at %s are of the quarter and year that it is there', (place, now, thisQuarter, lastQuarter, year) => {
    setContextProvider(() => ({ locale: 'en-GB', zone: place }))
    const years = {
      'this-year': `${year}-01-01 ${year}-12-31`,
      'last-year': `${Number(year) - 1}-01-01 ${Number(year) - 1}-12-31`,
    }
    const both = { 'this-quarter': thisQuarter, 'last-quarter': lastQuarter, ...years }
    expect(daysOf(pastPeriods(new Date(now)))).toMatchObject(both)
    expect(daysOf(endPeriods(new Date(now)))).toMatchObject(both)
  })

  it.each([
    ['Pacific/Auckland', '2026-03-29T11:30:00.000Z', '2026-03-01 2026-03-30', '2026-03-30 2026-04-28'],
    ['Pacific/Auckland', '2026-04-05T11:30:00.000Z', '2026-03-07 2026-04-05', '2026-04-05 2026-05-04'],
    ['America/Los_Angeles', '2026-11-02T07:30:00.000Z', '2026-10-03 2026-11-01', '2026-11-01 2026-11-30'],
  ])('in %s at %s are thirty days with no day twice or lost, whatever the clocks do', (place, now, last, next) => {
    setContextProvider(() => ({ locale: 'en-GB', zone: place }))
    expect(daysOf(pastPeriods(new Date(now)))).toMatchObject({ '30': last })
    expect(daysOf(endPeriods(new Date(now)))).toMatchObject({ 'next-30': next })
  })

  it('meet without a gap', () => {
    const { 'this-quarter': now, 'next-quarter': next } = daysOf(endPeriods(new Date('2026-11-25T12:00:00.000Z')))
    expect([now, next]).toEqual(['2026-10-01 2026-12-31', '2027-01-01 2027-03-31'])
  })

  it('say until when someone signed in who has been silent for more than 90 days', () => {
    // The 25th of November is 90 days after the 27th of August.
    expect(silentSince(90, new Date('2026-11-25T12:00:00.000Z'))).toBe('2026-08-26')
  })
})
