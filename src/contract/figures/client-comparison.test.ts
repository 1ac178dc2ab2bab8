import { describe, expect, it } from 'vitest'
import { type ClientCounts, compare, figuresOf, inOrder, peersOf, pointsOf } from './client-comparison'
import { defaultThresholds } from './client-health'

const today = '2026-11-25'
const client = (id: string, counts: Partial<ClientCounts> = {}) =>
  figuresOf({ id, name: id, status: 'active', industry: 'Legal', employeeCount: 40, ...counts }, today)
const budget = (total: number, currency = 'GBP') => ({ budget: { total, currency, year: 2027 } })

describe('The figures of a client', () => {
  it('are worked out as by hand', () => {
    const figures = client('a', {
      employeeCount: 48,
      // 100 × (9 − 3) ÷ 16 = 37.5, and 100 × (1 − 2) ÷ 8 = −12.5 before.
      answers: { promoter: 9, passive: 4, detractor: 3, before: { promoter: 1, passive: 5, detractor: 2 } },
      waiting: { all: 3, lately: 1 },
      // 31,794 ÷ 48 = 662.375.
      ...budget(31_794),
      // 100 × 7 ÷ 24 = 29.1666…, though 30 devices are known.
      devices: { all: 30, known: 24, ended: 7, lately: 2, before: { known: 20, ended: 5 } },
      goals: { all: 5, overdue: 2, lately: 1, before: { all: 4, overdue: 3 } },
      enrollments: { all: 3, done: 2, lately: 0, before: { all: 3, done: 2 } },
      people: { all: 40, signedIn: 33 },
      report: { last: '2026-08-31T23:30:00.000Z', before: null },
    })
    expect(figures).toMatchObject({
      ...{ score: 37.5, answers: 16, waiting: 3, budgetPerHead: 662.38, budgetCurrency: 'GBP', outOfWarranty: 29.2 },
      ...{ goalsOverdue: 2, trainingDone: 66.7, peopleActive: 82.5 },
      // 30 days of September, 31 of October, 25 of November.
      daysSinceReport: 86,
      lastMonth: {
        ...{ scoreBefore: -12.5, answersBefore: 8, startedWaiting: 1, warrantiesEnded: 2, goalsBecameOverdue: 1 },
        ...{ outOfWarrantyBefore: 25, goalsOverdueBefore: 3, trainingDoneBefore: 66.7, daysSinceReportBefore: null },
      },
    })
  })

  it('are null where there is nothing to work them out from', () => {
    const none = { promoter: 0, passive: 0, detractor: 0 }
    const figures = client('a', {
      employeeCount: 0,
      answers: { ...none, before: none },
      ...budget(100),
      devices: { all: 3, known: 0, ended: 0, lately: 0, before: { known: 0, ended: 0 } },
      enrollments: { all: 0, done: 0, lately: 0, before: { all: 0, done: 0 } },
      people: { all: 0, signedIn: 0 },
      report: { last: null, before: null },
    })
    const { score, budgetPerHead, outOfWarranty, trainingDone, peopleActive, daysSinceReport } = figures
    expect([score, budgetPerHead, outOfWarranty, trainingDone, peopleActive, daysSinceReport]).toEqual(
      Array(6).fill(null),
    )
  })

  it('are left out where a part is unknown', () => {
    expect(Object.keys(client('a')).sort()).toEqual(
      ['employeeCount', 'id', 'industry', 'lastMonth', 'name', 'status'].sort(),
    )
  })
})

describe('Percentiles', () => {
  const goals = (overdue: number) => ({ goals: { all: 9, overdue, lately: 0, before: { all: 9, overdue } } })
  const eight = [0, 1, 2, 3, 4, 5, 6, 7].map((overdue) => client(`c${overdue}`, goals(overdue)))

  it('are among clients of the same size that are not inactive', () => {
    const others = [
      client('large', { employeeCount: 500, ...goals(9) }),
      client('gone', { status: 'inactive', ...goals(9) }),
      client('unknown', { employeeCount: null, ...goals(9) }),
    ]
    const clients = [...eight, ...others]
    const of = (id: string) =>
      compare(
        clients.filter((one) => one.id === id),
        peersOf(clients, 'size'),
        defaultThresholds,
      )[0]
    // 100 × (7 + ½) ÷ 8 = 93.75.
    expect(of('c7')).toMatchObject({ percentiles: { goalsOverdue: 94 }, peers: { group: '10-49', clients: 8 } })
    expect(of('large')).toMatchObject({ percentiles: { goalsOverdue: null }, peers: { group: '250+', clients: 1 } })
    for (const id of ['gone', 'unknown'])
      expect(of(id)).toMatchObject({ percentiles: { goalsOverdue: null }, peers: null })
  })

  it('compare budgets in one currency only', () => {
    const pounds = [1, 2, 3, 4, 5, 6, 7, 8].map((amount) => client(`p${amount}`, budget(amount * 400)))
    const euros = [1, 2].map((amount) => client(`e${amount}`, budget(amount * 9000, 'EUR')))
    const both = [...pounds, ...euros]
    const found = compare(both, peersOf(both, 'size'), defaultThresholds)
    expect(found.map(({ percentiles }) => percentiles.budgetPerHead)).toEqual([
      6,
      19,
      31,
      44,
      56,
      69,
      81,
      94,
      null,
      null,
    ])
  })
})

it('Clients without a value are last in both directions, ties are by id, and amounts of a currency stand together', () => {
  const clients = [
    client('d', budget(800)),
    client('c', budget(400)),
    client('b', budget(9000, 'EUR')),
    client('a', budget(400)),
    client('none'),
  ]
  const order = (descending: boolean) =>
    inOrder(clients, {
      ...{ key: 'budget_per_head', descending, thresholds: defaultThresholds },
      nameKey: ({ name }) => name,
    })
      .map(({ id }) => id)
      .join(' ')
  expect(order(false)).toBe('b a c d none')
  expect(order(true)).toBe('b d a c none')
})

describe('The points of a chart', () => {
  const goals = { goals: { all: 1, overdue: 1, lately: 0, before: { all: 0, overdue: 0 } } }
  const clients = [
    client('a', { ...budget(400), ...goals, employeeCount: 10 }),
    client('b', { ...budget(400), ...goals, employeeCount: 90 }),
    client('c', { ...budget(400, 'EUR'), ...goals }),
    client('d', goals),
  ]

  it('are those of one currency, and what is left out is counted', () => {
    expect(pointsOf(clients, { x: 'budgetPerHead', y: 'goalsOverdue', most: 10 })).toEqual({
      points: [
        { id: 'b', name: 'b', x: 4.44, y: 1 },
        { id: 'a', name: 'a', x: 40, y: 1 },
      ],
      ...{ totalCount: 4, withoutFigures: 1, currency: 'GBP', otherCurrencies: 1 },
    })
  })

  it('are the largest clients if there are too many', () => {
    expect(pointsOf(clients, { x: 'goalsOverdue', y: 'goalsOverdue', most: 1 })).toMatchObject({
      points: [{ id: 'b' }],
      ...{ totalCount: 4, withoutFigures: 0, currency: null, otherCurrencies: 0 },
    })
    expect(pointsOf([], { x: 'score', y: 'waiting', most: 1 })).toMatchObject({ points: [], totalCount: 0 })
  })
})
