import { describe, expect, it } from 'vitest'
import {
  type Goal,
  lanesOf,
  plannedFor,
  quarterAt,
  quarterKey,
  quarterName,
  quarterOfDay,
  readQuarter,
  slipOf,
  totalsOf,
} from './road-map'

const now = new Date('2026-11-25T12:00:00.000Z')
const goal = (fields: Partial<Goal>): Goal => ({
  id: 'g',
  title: 'Replace the firewall',
  createdAt: '2026-09-06T12:00:00.000Z',
  dueDate: '2026-12-15T12:00:00.000Z',
  progressPercentage: 50,
  ...fields,
})

describe('a quarter', () => {
  it('is read and written, across a new year too', () => {
    const last = quarterAt(2026, 4)
    expect([quarterKey(last), quarterName(last + 1), readQuarter('2027-Q1')]).toEqual(['2026-Q4', 'Q1 2027', last + 1])
    expect(quarterOfDay(new Date('2026-12-31T23:59:59.999Z'))).toBe(last)
    for (const text of [null, '2026', '2026-Q5', 'Q1']) expect(readQuarter(text)).toBeNull()
  })

  it('of a goal is the planned one, or else that of its due date', () => {
    expect(plannedFor(goal({ quarter: 'Q1', year: 2027 }))).toBe(quarterAt(2027, 1))
    expect(plannedFor(goal({ quarter: '3', year: 2026 }))).toBe(quarterAt(2026, 3))
    expect(plannedFor(goal({ quarter: 'H2', year: 2026 }))).toBe(quarterAt(2026, 4))
    expect(plannedFor(goal({ quarter: null, dueDate: null }))).toBeNull()
  })
})

describe('slippage', () => {
  it('is in days after the due date, which itself still counts', () => {
    expect(slipOf(goal({ dueDate: '2026-11-25T00:00:00.000Z', createdAt: null }), now)).toEqual({ kind: 'on time' })
    expect(slipOf(goal({ dueDate: '2026-11-24T23:59:59.999Z' }), now)).toEqual({ kind: 'late', days: 1 })
    expect(slipOf(goal({ dueDate: '2026-11-24T16:00:00.000Z', progressPercentage: 100 }), now)).toEqual({
      kind: 'done',
    })
  })

  it.each([
    ['2026-11-24T23:59:59.999Z', { kind: 'on time' }],
    ['2026-11-25T00:00:00.000Z', { kind: 'late', days: 1 }],
    ['2026-11-25T09:00:00.000+10:00', { kind: 'on time' }],
    ['2026-11-24T20:00:00.000-05:00', { kind: 'late', days: 1 }],
  ])('at %s goes by the day in UTC, as the counts of its quarter do', (time, slip) => {
    // In New York still the 23rd.
    const due = goal({ dueDate: '2026-11-24T02:00:00.000Z', createdAt: null })
    const at = new Date(time)
    expect(slipOf(due, at)).toEqual(slip)
    expect(totalsOf([due], at).late).toBe(slip.kind === 'late' ? 1 : 0)
  })

  it('is in points before that, against work spread evenly', () => {
    // From the 6th of September to the 15th of December are 100 days, of which 80 are gone: 80 − 50 = 30 points.
    expect(slipOf(goal({}), now)).toEqual({ kind: 'behind', points: 30 })
    expect(slipOf(goal({ progressPercentage: 71 }), now)).toEqual({ kind: 'on time' })
    expect(slipOf(goal({ progressPercentage: 70 }), now)).toEqual({ kind: 'behind', points: 10 })
    // From the 4th of November to the 24th of January 21 of 81 days are gone: 25.9 points.
    const long = { createdAt: '2026-11-04T00:00:00.000Z', dueDate: '2027-01-24T00:00:00.000Z' }
    expect(slipOf(goal({ ...long, progressPercentage: 16 }), now)).toEqual({ kind: 'on time' })
    expect(slipOf(goal({ ...long, progressPercentage: 15 }), now)).toEqual({ kind: 'behind', points: 11 })
    expect(slipOf(goal({ dueDate: null }), now)).toEqual({ kind: 'no date' })
    expect(slipOf(goal({ createdAt: '2027-01-01T00:00:00.000Z' }), now)).toEqual({ kind: 'on time' })
  })
})

describe('the lanes', () => {
  const quarters = [quarterAt(2026, 4), quarterAt(2027, 1)]
  const a = goal({ id: 'a', company: { id: 'c-2', name: 'Bramley' }, category: { id: 'k-1', name: 'Security' } })
  const b = goal({
    id: 'b',
    company: { id: 'c-1', name: 'Ashworth' },
    category: { id: 'k-9', name: 'Security' },
    dueDate: '2026-12-01T00:00:00.000Z',
  })
  const c = goal({ id: 'c', quarter: 'Q1', year: 2027, company: null, category: null })
  const gone = goal({ id: 'd', quarter: 'Q1', year: 2026 })

  it('are clients or categories by name, goals by due date, what has none last and other quarters left out', () => {
    const ids = (by: 'company' | 'category') =>
      lanesOf([a, b, c, gone], by, quarters).map(({ name, cells }) => [
        name,
        cells.map((cell) => cell.map(({ id }) => id)),
      ])
    expect(ids('company')).toEqual([
      ['Ashworth', [['b'], []]],
      ['Bramley', [['a'], []]],
      [null, [[], ['c']]],
    ])
    expect(ids('category')).toEqual([
      ['Security', [['b', 'a'], []]],
      [null, [[], ['c']]],
    ])
  })

  it('are summed up by quarter', () => {
    const late = goal({ dueDate: '2026-10-01T00:00:00.000Z', progressPercentage: 20 })
    const done = goal({ progressPercentage: 120 })
    expect(totalsOf([goal({}), late, done], now)).toEqual({ goals: 3, done: 1, late: 1, behind: 1, progress: 57 })
    const completed = goal({ dueDate: '2026-10-01T00:00:00.000Z', status: { name: 'Completed' } })
    expect(totalsOf([completed], now)).toEqual({ goals: 1, done: 1, late: 0, behind: 0, progress: 100 })
    // 199.6 of 200 points are no 100% while a goal is open.
    expect(totalsOf([done, goal({ progressPercentage: 99.6 })], now).progress).toBe(99)
    expect(totalsOf([], now)).toEqual({ goals: 0, done: 0, late: 0, behind: 0, progress: null })
  })
})
