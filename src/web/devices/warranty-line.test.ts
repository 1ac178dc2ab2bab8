import { describe, expect, it } from 'vitest'
import { lineOf } from './warranty-line'

const now = new Date(2026, 0, 1, 9, 41)
const round = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (_, part) => (typeof part === 'number' ? Math.round(part) : part))
const shape = (warranty: Parameters<typeof lineOf>[0]) => {
  const line = lineOf(warranty, now)
  if (!line) return null
  const { marks, covered, doubt, now: today } = round(line) as typeof line
  return { marks: marks.map(({ what, at, side, row }) => `${what} ${at} ${side} ${row}`), covered, doubt, today }
}

describe('the line of a warranty', () => {
  it('reaches from its start to its end, and today stands between', () => {
    expect(shape({ warrantyStart: '2024-01-01', warrantyEnd: '2028-01-01', warrantyExpires: '2028-01-01' })).toEqual({
      marks: ['start 0 after 0', 'end 100 before 0'],
      covered: { from: 0, to: 100 },
      doubt: null,
      today: 50,
    })
  })

  it('reaches to today where it has ended', () => {
    expect(shape({ warrantyStart: '2016-01-01', warrantyEnd: '2021-01-01' })).toEqual({
      marks: ['start 0 after 0', 'end 50 before 0'],
      covered: { from: 0, to: 50 },
      doubt: null,
      today: 100,
    })
  })

  it('begins with today where it has not started', () => {
    expect(shape({ warrantyStart: '2027-01-01', warrantyEnd: '2030-01-01' })).toEqual({
      marks: ['start 25 after 0', 'end 100 before 0'],
      covered: { from: 25, to: 100 },
      doubt: null,
      today: 0,
    })
  })

  it('begins a year before all else where no start is given', () => {
    expect(shape({ warrantyEnd: '2027-01-01' })).toEqual({
      marks: ['end 100 before 0'],
      covered: { from: 0, to: 100 },
      doubt: null,
      today: 50,
    })
    expect(shape({ warrantyStart: 'unknown', warrantyExpires: '2025-01-01' })).toMatchObject({
      marks: ['end 50 before 0'],
      covered: { from: 0, to: 50 },
      today: 100,
    })
  })

  it('shows what lies between two ends that disagree, and which field says what', () => {
    const line = lineOf({ warrantyStart: '2021-01-01', warrantyEnd: '2031-01-01', warrantyExpires: '2029-01-01' }, now)
    expect(line?.marks.map(({ what, field }) => `${what} ${field}`)).toEqual([
      'start warrantyStart',
      'end warrantyExpires',
      'later warrantyEnd',
    ])
    expect(round(line?.covered)).toEqual({ from: 0, to: 80 })
    expect(round(line?.doubt)).toEqual({ from: 80, to: 100 })
  })

  it('covers nothing where the end is before the start, and lets no label cover another', () => {
    expect(shape({ warrantyStart: '2026-01-01', warrantyEnd: '2025-01-01' })).toEqual({
      marks: ['start 100 after 0', 'end 0 after 0'],
      covered: { from: 0, to: 0 },
      doubt: null,
      today: 100,
    })
    expect(
      shape({ warrantyStart: '2020-06-01', warrantyEnd: '2020-06-02', warrantyExpires: '2020-06-03' })?.marks,
    ).toEqual(['start 0 after 0', 'end 0 after 1', 'later 0 after 2'])
  })

  it('stays a line where everything is on one day', () => {
    expect(shape({ warrantyStart: '2026-01-01', warrantyEnd: '2026-01-01' })).toEqual({
      marks: ['start 0 after 0', 'end 0 after 1'],
      covered: { from: 0, to: 0 },
      doubt: null,
      today: 0,
    })
  })

  it('keeps a far future in proportion', () => {
    const line = shape({ warrantyStart: '2026-01-01', warrantyEnd: '9999-12-31' })
    expect(line).toMatchObject({
      marks: ['start 0 after 0', 'end 100 before 0'],
      covered: { from: 0, to: 100 },
      today: 0,
    })
  })

  it('is none where no end is given', () => {
    expect(shape({})).toBeNull()
    expect(shape({ warrantyStart: '2021-01-01', warrantyEnd: null, warrantyExpires: '' })).toBeNull()
  })
})
