import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clientsOf, type Due, horizons, kinds, markersOf, mergeClients, nextOf, stepOf, summarize } from './due'

const due = (day: number, fields: Partial<Due> = {}): Due => ({
  kind: 'warranties',
  id: `at ${day}`,
  name: `Device ${day}`,
  day,
  date: '2026-11-23',
  companyId: 'bramley',
  companyName: 'Bramley',
  ...fields,
})

const whole = { ahead: true, past: true }

const anyDue = fc.record({
  kind: fc.constantFrom(...kinds),
  id: fc.uuid(),
  name: fc.string(),
  day: fc.integer({ min: -200, max: 200 }),
  date: fc.constant('2026-11-23'),
  companyId: fc.constantFrom(null, 'a', 'b', 'c'),
  companyName: fc.constant(null),
})

describe('the marks of a lane', () => {
  it('stand for a week each in 90 days, named after one thing or after one company', () => {
    const marks = markersOf(
      [due(2), due(6), due(9), due(-1), due(90), due(40, { companyName: 'Kestrel' }), due(41)],
      90,
    )
    expect(marks.map(({ from, to, label, next, count }) => [from, to, label, next, count])).toEqual([
      [0, 6, 'Bramley', 7, 2],
      [7, 13, 'Device 9', 35, 1],
      [35, 41, null, 91, 2],
    ])
  })

  it('hold everything from today to the horizon once, in order and apart', () => {
    fc.assert(
      fc.property(fc.array(anyDue, { maxLength: 60 }), fc.constantFrom(...horizons), (dues, horizon) => {
        const marks = markersOf(dues, horizon)
        const counted = marks.reduce((sum, { count }) => sum + count, 0)
        expect(counted).toBe(dues.filter(({ day }) => day >= 0 && day < horizon).length)
        for (const [index, mark] of marks.entries()) {
          expect(mark.from % stepOf[horizon]).toBe(0)
          expect(mark.to).toBeLessThan(horizon)
          expect(mark.count).toBe(dues.filter(({ day }) => day >= mark.from && day <= mark.to).length)
          if (marks[index + 1]) expect(mark.next).toBe(marks[index + 1]?.from)
        }
      }),
      { seed: 17 },
    )
  })
})

describe('the outline of a kind', () => {
  it('counts what is past, what is ahead, and of it what is due today and in the six days after', () => {
    const { ahead, soon, past } = summarize([due(-1), due(0), due(6), due(7), due(89)], 90, { whole })
    expect({ ahead, soon, past }).toEqual({ ahead: 4, soon: 2, past: 1 })
  })

  it('has all of the seven days if something later was loaded', () => {
    const cut = { ahead: false, past: false }
    expect(summarize([due(2), due(7)], 90, { whole: cut }).whole.soon).toBe(true)
    expect(summarize([due(2), due(6)], 90, { whole: cut }).whole.soon).toBe(false)
    expect(summarize([due(2)], 90, { whole }).whole.soon).toBe(true)
  })
})

describe('what is due first', () => {
  it('is in the order of its days, from today on, and at most six', () => {
    expect(nextOf([9, 3, -1, 0, 40, 5, 7, 8].map((day) => due(day))).map(({ day }) => day)).toEqual([0, 3, 5, 7, 8, 9])
  })
})

describe('seven days', () => {
  it('are the same on a chart of a week as in the count of what is soon', () => {
    fc.assert(
      fc.property(fc.array(anyDue, { maxLength: 60 }), (dues) => {
        const inChart = markersOf(dues, 7).reduce((sum, { count }) => sum + count, 0)
        for (const horizon of horizons) expect(summarize(dues, horizon, { whole }).soon).toBe(inChart)
      }),
      { seed: 29 },
    )
  })
})

describe('what is ahead by company', () => {
  it('begins with the company that has most, and counts each open item once', () => {
    const clients = clientsOf([
      due(3),
      due(1, { companyId: 'kestrel' }),
      due(2),
      due(-4),
      due(5, { companyId: null }),
      due(6, { companyId: undefined }),
    ])
    expect(clients.map(({ companyId, count, day }) => [companyId, count, day])).toEqual([
      ['bramley', 2, 2],
      ['kestrel', 1, 1],
      [null, 1, 5],
      [undefined, 1, 6],
    ])
    fc.assert(
      fc.property(fc.array(anyDue, { maxLength: 60 }), (dues) => {
        const all = clientsOf(dues)
        expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(dues.filter(({ day }) => day >= 0).length)
        const parts = kinds.flatMap((kind) => clientsOf(dues.filter((one) => one.kind === kind)))
        expect(new Set(mergeClients(parts))).toEqual(new Set(all))
        expect(new Set(all.map(({ companyId }) => companyId)).size).toBe(all.length)
      }),
      { seed: 19 },
    )
  })
})
