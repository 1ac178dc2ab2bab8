import { describe, expect, it } from 'vitest'
import { countedFrom, earliestDay, foundIn, planOf } from './counted'

const today = '2026-11-25'
const sizes = { companies: 100, responses: 100, waiting: 100, reports: 100, people: 50 }

describe('The lists to read', () => {
  it('are all of them within 200 requests', () => {
    // 1 + 12 + 2 + 3 + 41.
    expect(planOf({ companies: 60, responses: 1200, waiting: 120, reports: 300, people: 2050 }, sizes)).toEqual({
      read: ['companies', 'responses', 'waiting', 'reports', 'people'],
      skipped: [],
      requests: 59,
    })
  })

  it('leave out what does not fit, and read what does', () => {
    // 5 totals and 195 pages are 200.
    const totals = { companies: 100, responses: 19_400, waiting: 0, reports: 0, people: 50 }
    expect(planOf(totals, sizes)).toEqual({
      read: ['companies', 'responses', 'waiting', 'reports'],
      skipped: [{ name: 'people', requests: 1 }],
      requests: 195,
    })
  })

  it('are those that are not refused', () => {
    const totals = { companies: 60, responses: null, waiting: null, reports: 300, people: 2050 }
    expect(planOf(totals, sizes)).toEqual({ read: ['companies', 'reports', 'people'], skipped: [], requests: 45 })
  })

  it('are none if the companies alone are too many', () => {
    const { read, skipped } = planOf({ companies: 19_501, responses: 1, waiting: 1, reports: 1, people: 1 }, sizes)
    expect(read).toEqual([])
    expect(skipped[0]).toEqual({ name: 'companies', requests: 196 })
  })
})

it('The figures are those that the records give', () => {
  const companyId = 'a'
  const at = (day: string) => `${day}T23:59:59.999Z`
  const [client, other] = countedFrom(
    {
      companies: [{ id: 'a', name: 'Anchor', employeeCount: 12 }, { id: 'b' }],
      // 90 days are 28 August to 25 November; a month before, 29 July to 26 October.
      responses: [
        { companyId, score: 10, responseDate: at('2026-11-25') },
        { companyId, score: 6, responseDate: at('2026-08-28') },
        { companyId, score: 0, responseDate: at('2026-08-27') },
        { companyId, score: 8, responseDate: at('2026-07-29') },
        { companyId, score: 0, responseDate: at('2026-07-28') },
        { companyId: 'c', score: 0, responseDate: at('2026-11-25') },
      ],
      waiting: [
        { companyId, responseDate: at('2026-10-27'), followUpCompleted: false },
        { companyId, responseDate: at('2026-10-26') },
        { companyId, responseDate: at('2026-11-01'), followUpCompleted: true },
      ],
      reports: [
        { companyId, createdAt: at('2026-10-21') },
        { companyId, createdAt: at('2026-10-27') },
        { companyId, createdAt: at('2026-11-22') },
      ],
      people: [
        { company: { id: 'a' }, lastLogin: at('2026-08-28') },
        { company: { id: 'a' }, lastLogin: at('2026-08-27') },
        { company: { id: 'a' }, lastLogin: null },
        { company: null, lastLogin: at('2026-11-25') },
      ],
    },
    today,
  )
  expect(earliestDay(today)).toBe('2026-07-29')
  expect(client).toMatchObject({
    ...{ score: 0, answers: 2, waiting: 2, daysSinceReport: 3, peopleActive: 33.3, people: 3 },
    // 28 August: −1; 27 August: −1; 29 July: 0. 100 × −2 ÷ 3.
    lastMonth: { scoreBefore: -66.7, answersBefore: 3, startedWaiting: 1, daysSinceReportBefore: 5 },
  })
  expect(client).not.toHaveProperty('outOfWarranty')
  expect(other).toMatchObject({ name: '', score: null, waiting: 0, daysSinceReport: null, peopleActive: null })
})

it('Clients are found by name or domain, whatever the case', () => {
  const companies = [
    { id: 'a', name: 'Anchor', domain: 'anchor.test' },
    { id: 'b', name: 'Bell', domain: null },
    { id: 'c' },
  ]
  expect(['ANCHOR.TEST', 'bel', ''].map((text) => [...foundIn({ companies }, text)])).toEqual([
    ['a'],
    ['b'],
    ['a', 'b', 'c'],
  ])
})
