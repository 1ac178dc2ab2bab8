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
      ignored: { unknown: [], wrong: [] },
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

  it.each([
    ['this-quarter', '2026-10-01', '2026-12-31', '2026-08-08', '2026-09-30'],
    ['this-year', '2026-01-01', '2026-12-31', '2025-02-08', '2025-12-31'],
  ])('ends %s today, and compares it with as many days', (period, dateFrom, end, pastFrom, pastTo) => {
    expect(read(`period=${period}`)).toMatchObject({
      choice: period,
      dates: { dateFrom, dateTo: end },
      isSoFar: true,
      sample: { dateFrom, dateTo: '2026-11-23' },
      past: { dateFrom: pastFrom, dateTo: pastTo },
      until: '2026-11-23',
    })
  })

  it('ends a running period on the user’s own day', () => {
    setContextProvider(() => ({ locale: 'en-GB', zone: 'Pacific/Auckland' }))
    const newYear = new Date('2026-12-31T11:30:00.000Z')
    expect(readReview(new URLSearchParams('period=this-quarter'), newYear)).toMatchObject({
      isSoFar: true,
      sample: { dateFrom: '2027-01-01', dateTo: '2027-01-01' },
      past: { dateFrom: '2026-12-31', dateTo: '2026-12-31' },
    })
  })

  it('does the same with days of one’s own, and leaves those that have passed or not begun', () => {
    const { sample, past, isSoFar } = read('dateFrom=2026-11-01&dateTo=2026-12-10')
    expect([sample.dateTo, past?.dateFrom, isSoFar]).toEqual(['2026-11-23', '2026-10-09', true])
    expect(read('dateTo=2026-12-10').sample).toEqual({ dateTo: '2026-11-23' })
    expect(read('')).toMatchObject({ isSoFar: false })
    const ahead = { dateFrom: '2026-12-01', dateTo: '2026-12-10' }
    expect(read('dateFrom=2026-12-01&dateTo=2026-12-10')).toMatchObject({ isSoFar: false, sample: ahead })
  })

  it('counts in the categories what the list’s follow-up filters leave', () => {
    expect(read(`companyId=${company}&category=detractor&period=all`).followUpSample).toBeNull()
    expect(read(`companyId=${company}&category=detractor&followUpState=waiting&period=all`).followUpSample).toEqual({
      companyId: company,
      followUpState: 'waiting',
    })
  })

  it('names a year', () => {
    expect(read('period=last-year').sample).toEqual({ dateFrom: '2025-01-01', dateTo: '2025-12-31' })
    expect(read('period=last-year').until).toBe('2025-12-31')
  })

  it('says what it does not understand', () => {
    const { ignored, choice, sample } = read('period=7&search=x&companyId=seven&score=3&by=day')
    expect(ignored).toEqual({ unknown: ['search=x', 'score=3'], wrong: ['companyId=seven', 'period=7', 'by=day'] })
    expect(choice).toBe('90')
    expect(sample.companyId).toBeUndefined()
  })
})
