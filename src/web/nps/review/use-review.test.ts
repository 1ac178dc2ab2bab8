import { afterEach, describe, expect, it } from 'vitest'
import { browserContext, setContextProvider } from '../../lib/request-context'
import { readReview } from './use-review'

const now = new Date('2026-11-23T10:00:00.000Z')
const read = (search: string) => readReview(new URLSearchParams(search), now)
const company = '0b8f2b0e-6a0e-4d52-9a3e-0c6f6f1d2a77'

describe('the address of a review', () => {
  afterEach(() => setContextProvider(() => browserContext))

  it.each([
    ['Pacific/Auckland', '2026-11-24', '2026-11-22'],
    ['America/Los_Angeles', '2026-11-23', '2026-11-21'],
  ])('has the days of %s, also of date-times', (zone, today, dayBefore) => {
    setContextProvider(() => ({ locale: 'en-GB', zone }))
    const late = new Date('2026-11-23T12:00:00.000Z')
    expect(readReview(new URLSearchParams(), late)).toMatchObject({ until: today, dates: { dateTo: today } })
    const times = 'dateFrom=2026-11-22T11:00:00Z&dateTo=2026-11-23T10:59:59.999Z'
    const { dates, past } = readReview(new URLSearchParams(times), late)
    expect(dates).toEqual({ dateFrom: '2026-11-22T11:00:00Z', dateTo: '2026-11-23T10:59:59.999Z' })
    expect(past?.dateTo).toBe(dayBefore)
  })

  it('means the last 90 days of everyone when it says nothing', () => {
    expect(read('')).toMatchObject({
      choice: '90',
      sample: { dateFrom: '2026-08-26', dateTo: '2026-11-23' },
      past: { dateFrom: '2026-05-28', dateTo: '2026-08-25' },
      by: 'month',
      ignored: [],
    })
  })

  it('narrows the score by survey, company and time, and only the list by category and follow-up', () => {
    const { sample, sent } = read(`companyId=${company}&category=detractor&followUpRequired=true&period=all`)
    expect(sample).toEqual({ companyId: company })
    expect(sent).toEqual({ companyId: company, category: 'detractor', followUpRequired: 'true' })
  })

  it('takes dates instead of a period, with the time before them when there are two', () => {
    expect(read('dateFrom=2026-01-01&dateTo=2026-03-31&period=30')).toMatchObject({
      choice: 'dates',
      sample: { dateFrom: '2026-01-01', dateTo: '2026-03-31' },
      past: { dateFrom: '2025-10-03', dateTo: '2025-12-31' },
      until: '2026-03-31',
    })
    expect(read('dateFrom=2026-01-01').past).toBeNull()
    expect(read('dateFrom=2026-03-31&dateTo=2026-01-01').past).toBeNull()
  })

  it('names a quarter or a year, whose trend ends today', () => {
    expect(read('period=this-quarter')).toMatchObject({
      choice: 'this-quarter',
      sample: { dateFrom: '2026-10-01', dateTo: '2026-12-31' },
      past: { dateFrom: '2026-07-01', dateTo: '2026-09-30' },
      until: '2026-11-23',
    })
    expect(read('period=last-year').sample).toEqual({ dateFrom: '2025-01-01', dateTo: '2025-12-31' })
    expect(read('period=last-year').until).toBe('2025-12-31')
  })

  it('says what it does not understand', () => {
    const { ignored, choice, sample } = read('period=7&search=x&companyId=seven&score=3&by=day')
    expect(ignored).toEqual(['companyId=seven', 'score=3', 'search=x', 'period=7', 'by=day'])
    expect(choice).toBe('90')
    expect(sample.companyId).toBeUndefined()
  })
})
