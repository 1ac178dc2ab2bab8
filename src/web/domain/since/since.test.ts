import { describe, expect, it } from 'vitest'
import { goalChanges, progressAt, type SinceGoal } from '../../../contract/figures/goal-changes'
import { endingIn } from '../warranty/in-use'
import { readDay } from './data'
import { describeChanges, type SinceData, type Topic } from './since'

const period = { dateFrom: '2026-09-01', dateTo: '2026-11-25' }
const before = { dateFrom: '2026-06-07', dateTo: '2026-08-31' }
const start = Date.parse(period.dateFrom)
const nothing: SinceData = {
  companyId: 'c-1',
  ...{ period, before, start, score: null, goals: null, budgets: null, warranties: null, people: null },
}

const said = (data: Partial<SinceData>, topic: Topic) =>
  describeChanges({ ...nothing, ...data })
    .find((one) => one.topic === topic)
    ?.sentences?.map(({ parts }) => parts.map((part) => (typeof part === 'string' ? part : part.text)).join(''))

const links = (data: Partial<SinceData>, topic: Topic) =>
  describeChanges({ ...nothing, ...data })
    .find((one) => one.topic === topic)
    ?.sentences?.flatMap(({ parts }) => parts.flatMap((part) => (typeof part === 'string' ? [] : part.href)))

const counts = (promoter: number, passive: number, detractor: number) => ({ promoter, passive, detractor })

describe('what is unknown', () => {
  it('is null, and what did not change is empty', () => {
    expect(describeChanges(nothing).map(({ sentences }) => sentences)).toEqual([null, null, null, null, null])
    const still: SinceData = {
      ...nothing,
      score: { now: counts(0, 0, 0), before: counts(5, 0, 0) },
      ...{
        goals: goalChanges([], period, start),
        budgets: [],
        warranties: 0,
        people: { came: [], left: [], silent: 0 },
      },
    }
    expect(describeChanges(still).map(({ sentences }) => sentences)).toEqual([[], [], [], [], []])
  })
})

describe('the score since a day', () => {
  it('is given with its responses, its margin and the score over the same number of days before', () => {
    // 100 × (12 − 4) ÷ 20 = 40, and 100 × (6 − 6) ÷ 20 = 0 before. Margins of 35 and 34 overlap.
    const score = { now: counts(12, 4, 4), before: counts(6, 8, 6) }
    expect(said({ score }, 'score')).toEqual([
      '20 new responses with a score of +40.0 (±35 at 95%).',
      'That is 40 points higher than over the same number of days before (0.0 from 20 responses). The margins of error overlap, so this may be chance.',
    ])
    expect(links({ score }, 'score')).toEqual([
      '/nps/responses?companyId=c-1&dateFrom=2026-09-01&dateTo=2026-11-25',
      '/nps/responses?companyId=c-1&dateFrom=2026-06-07&dateTo=2026-08-31',
    ])
  })

  it('says when there is nothing to compare with, or too little', () => {
    expect(said({ score: { now: counts(1, 0, 0), before: counts(0, 0, 0) } }, 'score')).toEqual([
      '1 new response with a score of +100.0.',
      'No responses in the same number of days before to compare with.',
    ])
    expect(said({ score: { now: counts(1, 0, 0), before: counts(0, 0, 3) } }, 'score')?.[1]).toContain(
      'Too few responses',
    )
    expect(said({ score: { now: counts(2, 0, 2), before: counts(3, 0, 3) } }, 'score')?.[1]).toBe(
      'The score is unchanged from the same number of days before (from 6 responses).',
    )
  })
})

const goal = (fields: Partial<SinceGoal>): SinceGoal => ({
  id: 'g',
  title: 'Replace the firewall',
  createdAt: '2026-01-05T09:00:00.000Z',
  updatedAt: '2026-10-01T09:00:00.000Z',
  dueDate: '2027-03-01T16:00:00.000Z',
  progressPercentage: 0,
  updates: [],
  ...fields,
})
const noted = (...notes: [day: string, percent: number][]) =>
  notes.map(([day, progressPercentage]) => ({ createdAt: `${day}T09:00:00.000Z`, progressPercentage }))

describe('a goal', () => {
  it('had the progress that was noted last before a day', () => {
    expect(
      progressAt(goal({ updates: noted(['2026-08-20', 40], ['2026-03-01', 10], ['2026-09-02', 60]) }), start),
    ).toBe(40)
    expect(progressAt(goal({ updates: noted(['2026-09-02', 60]) }), start)).toBe(0)
    expect(progressAt(goal({}), start)).toBeNull()
  })

  it('is done, slipped, moved or new', () => {
    const done = goal({ progressPercentage: 100, updates: noted(['2026-08-01', 80], ['2026-10-01', 100]) })
    const doneLongAgo = goal({ progressPercentage: 100, updates: noted(['2026-08-01', 100]) })
    const doneWithoutNotes = goal({ progressPercentage: 100 })
    const doneAndStill = goal({ progressPercentage: 100, updatedAt: '2026-08-31T23:59:59.999Z' })
    const slipped = goal({
      progressPercentage: 40,
      dueDate: '2026-10-10T16:00:00.000Z',
      updates: noted(['2026-09-09', 40]),
    })
    const late = goal({ dueDate: '2026-08-31T16:00:00.000Z' })
    const moved = goal({ progressPercentage: 60, updates: noted(['2026-08-01', 20], ['2026-10-01', 60]) })
    // What was done of a new goal is no move.
    const added = goal({
      createdAt: '2026-09-01T00:00:00.000Z',
      progressPercentage: 20,
      updates: noted(['2026-10-01', 20]),
    })
    const all = [done, doneLongAgo, doneWithoutNotes, doneAndStill, slipped, late, moved, added]
    expect(goalChanges(all, period, start)).toEqual({
      done: [done, doneWithoutNotes],
      slipped: [slipped],
      moved: [{ goal: moved, was: 20, is: 60 }],
      added: [added],
    })
    expect(said({ goals: goalChanges(all, period, start) }, 'goals')).toEqual([
      '2 goals done: Replace the firewall and Replace the firewall.',
      '1 goal is past its due date and not done: Replace the firewall (due 10 Oct 2026, 40%).',
      '1 goal has moved: Replace the firewall (20% to 60%).',
      '1 new goal: Replace the firewall.',
    ])
  })
})

it('a goal that was added and done in the period is both', () => {
  const both = goal({ createdAt: '2026-09-01T00:00:00.000Z', progressPercentage: 100 })
  expect(goalChanges([both], period, start)).toEqual({ ...{ done: [both], slipped: [], moved: [], added: [both] } })
})

it('a goal that its status closes is no longer open, and a cancelled one is no news', () => {
  const inPeriod = { dueDate: '2026-10-10T16:00:00.000Z', progressPercentage: 60 }
  const [completed, cancelled] = [{ name: 'Completed' }, { name: ' canceled' }]
  const done = goal({ ...inPeriod, status: completed, updates: noted(['2026-08-01', 20], ['2026-10-01', 60]) })
  const doneBefore = goal({
    ...{ ...inPeriod, status: completed, updatedAt: '2026-08-20T09:00:00.000Z' },
    updates: noted(['2026-08-01', 60]),
  })
  const given = [
    ...[done, doneBefore],
    goal({ ...inPeriod, status: cancelled }),
    goal({ status: cancelled, createdAt: '2026-09-01T00:00:00.000Z' }),
    goal({ status: cancelled, progressPercentage: 100 }),
    goal({ ...inPeriod, status: cancelled, updates: noted(['2026-08-01', 20]) }),
  ]
  expect(goalChanges(given, period, start)).toEqual({ done: [done], slipped: [], moved: [], added: [] })
})

it('a goal is due on the day that it names, and what was done to it is of the user’s days', () => {
  // Midnight in Auckland, twelve hours before that of UTC.
  const start = Date.parse('2026-08-31T12:00:00.000Z')
  const late = goal({ dueDate: '2026-08-31T16:00:00.000Z' })
  const added = goal({ createdAt: '2026-08-31T12:00:00.000Z', dueDate: '2026-09-01' })
  const old = goal({ createdAt: '2026-08-31T11:59:59.999Z' })
  const doneBefore = goal({ progressPercentage: 100, updatedAt: '2026-08-31T11:59:59.999Z' })
  expect(goalChanges([late, added, old, doneBefore], period, start)).toEqual({
    ...{ done: [], slipped: [added], moved: [], added: [added] },
  })
})

it('a budget says what was changed, by whom, from what to what', () => {
  const events = [
    {
      id: 'e-1',
      at: '2026-10-12T09:00:00.000Z',
      author: 'Anna Wolny',
      before: { status: 'Draft', totals: { grandTotal: 1200 } },
      after: { status: 'Approved', totals: { grandTotal: 1500.5 } },
    },
    { id: 'e-2', at: '2026-10-11T09:00:00.000Z', author: null, before: { updatedAt: 'a' }, after: { updatedAt: 'b' } },
  ]
  const budgets = [{ id: 'b-1', title: 'IT budget 2027', currency: 'GBP', events }]
  expect(said({ budgets }, 'budgets')).toEqual([
    'IT budget 2027: Status from Draft to Approved, Totals: grand total from £1,200.00 to £1,500.50, by Anna Wolny on 12 Oct 2026.',
  ])
  expect(links({ budgets }, 'budgets')).toEqual(['/budgets/b-1'])
})

it('warranties and people are counted, with the list behind each number', () => {
  expect(said({ warranties: 3 }, 'warranties')).toEqual(['3 warranties of devices in use ended.'])
  // The warranty of the last day still covers that day.
  expect(links({ warranties: 3 }, 'warranties')).toEqual([
    '/devices?companyId=c-1&inUse=true&warrantyAfter=2026-09-01&warrantyBefore=2026-11-24',
  ])
  const person = (at: number) => ({ id: `p-${at}`, fullName: `Person ${at}` })
  const people = { came: [1, 2, 3, 4, 5, 6, 7].map(person), left: [person(8)], silent: 2 }
  expect(said({ people }, 'people')).toEqual([
    '7 people joined: Person 1, Person 2, Person 3, Person 4, Person 5 and 2 more.',
    '1 person was disabled, or edited while disabled: Person 8.',
    '2 active people signed in during the same number of days before, but not since.',
  ])
  expect(links({ people }, 'people')?.at(-1)).toBe(
    '/company-users?companyId=c-1&status=active&lastLoginAfter=2026-06-07&lastLoginBefore=2026-08-31',
  )
})

it('a warranty has ended when its last day has passed, and that of a retired device does not count', () => {
  const ended = (...devices: Parameters<typeof endingIn>[0]) => endingIn(devices, period).length
  expect(ended({ warrantyEnd: '2026-09-01T00:00:00.000Z' })).toBe(1)
  expect(ended({ warrantyEnd: '2026-11-24T23:59:59.999Z', status: 'Online' })).toBe(1)
  // Of two ends the earlier.
  expect(ended({ warrantyEnd: '2027-01-01', warrantyExpires: '2026-10-01' })).toBe(1)
  expect(ended({ warrantyEnd: '2026-10-01', warrantyExpires: '2026-08-31' })).toBe(0)
  expect(ended({ warrantyEnd: '2026-11-25T00:00:00.000Z' }, { warrantyEnd: null }, {})).toBe(0)
  expect(ended({ warrantyEnd: '2026-10-01', status: ' retired' }, { warrantyEnd: '2026-10-02', status: null })).toBe(1)
})

it('a day of the address is one in the past', () => {
  const now = new Date('2026-11-25T12:00:00.000Z')
  expect(readDay('2026-09-01', now)).toBe('2026-09-01')
  for (const text of [null, '', '2026-11-25', '2027-01-01', '2026-02-30', 'yesterday', '1999-12-31'])
    expect(readDay(text, now)).toBeNull()
})
