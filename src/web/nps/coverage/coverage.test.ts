import { expect, it } from 'vitest'
import { coverageOf, peopleOf, shareOf } from './coverage'

const period = { dateFrom: '2026-07-01', dateTo: '2026-09-30' }
const ashworth = { id: 'a', name: 'Ashworth' }
const person = (id: string, email: string | null, fields = {}) => ({
  id,
  fullName: `Person ${id}`,
  email,
  company: ashworth,
  role: { id: 'r', name: 'Member' },
  createdAt: '2026-01-01T00:00:00.000Z',
  ...fields,
})

const people = [
  person('1', 'ann@a.example'),
  person('2', 'bob@a.example'),
  person('3', 'cy@a.example', { role: { id: 's', name: 'Approver' } }),
  // Came when the period had begun, so that an answer was not to be expected.
  person('4', 'dee@a.example', { createdAt: '2026-07-01T00:00:00.000Z' }),
  person('5', 'eve@a.example', { status: 'disabled' }),
  person('6', null, { role: null }),
]
const answers = [
  { score: 9, companyId: 'a', respondentEmail: ' Ann@A.example ' },
  { score: 3, companyId: 'a', respondentEmail: 'ann@a.example' },
  { score: 7, companyId: 'a', respondentEmail: 'stranger@elsewhere.example' },
  { score: 10, companyId: 'a', respondentEmail: null },
  // Of another client, so that it says nothing of hers.
  { score: 8, companyId: 'b', respondentEmail: 'cy@a.example' },
]

it('people are matched with responses by address, and the score they are missing from is counted beside', () => {
  // There for all of it: 1, 2, 3 and 6. Ann answered: 1 of 4 is 25%.
  const coverage = coverageOf(people, answers, period)
  expect(coverage).toEqual({
    people: 4,
    answered: 1,
    responses: 5,
    withoutAddress: 1,
    clients: [
      {
        companyId: 'a',
        companyName: 'Ashworth',
        people: 4,
        answered: 1,
        counts: { promoter: 2, passive: 1, detractor: 1 },
        unmatched: 2,
      },
    ],
  })
  expect(shareOf(coverage)).toBe(25)
  expect(shareOf({ people: 0, answered: 0 })).toBeNull()
})

it('of one client the roles and those without an answer are known', () => {
  expect(peopleOf(people, answers, period)).toEqual({
    roles: [
      { role: 'Member', people: 2, answered: 1 },
      { role: null, people: 1, answered: 0 },
      { role: 'Approver', people: 1, answered: 0 },
    ],
    silent: [
      { id: '2', fullName: 'Person 2', email: 'bob@a.example', role: 'Member', lastLogin: null },
      { id: '3', fullName: 'Person 3', email: 'cy@a.example', role: 'Approver', lastLogin: null },
      { id: '6', fullName: 'Person 6', email: '', role: null, lastLogin: null },
    ],
    totalCount: 3,
  })
})

it('the client with most people without an answer is first, and no people means no clients', () => {
  const other = { ...person('7', 'x@b.example'), company: { id: 'b', name: 'Bramley' } }
  expect(coverageOf([other, ...people], answers, period).clients.map(({ companyId }) => companyId)).toEqual(['a', 'b'])
  expect(coverageOf([], answers, period)).toMatchObject({ people: 0, answered: 0, clients: [] })
})
