import { describe, expect, it } from 'vitest'
import { leadingBudget } from './client-budgets'

describe('the budget that a client’s page and brief lead with', () => {
  const now = new Date('2026-11-24T12:00:00Z')

  it.each([
    [
      'this year’s',
      [
        [2027, 'PendingApproval'],
        [2026, 'Approved'],
        [2025, 'Approved'],
      ],
      1,
    ],
    [
      'the latest, without one of this year',
      [
        [2024, 'Approved'],
        [2025, 'Approved'],
      ],
      1,
    ],
    [
      'one that waits for approval, within a year',
      [
        [2026, 'Draft'],
        [2026, 'Approved'],
        [2026, 'PendingApproval'],
      ],
      2,
    ],
    [
      'one for clients before this year’s draft',
      [
        [2026, 'Draft'],
        [2025, 'Approved'],
      ],
      1,
    ],
    [
      'this year’s draft, if all are drafts',
      [
        [2027, 'Draft'],
        [2026, 'Draft'],
      ],
      1,
    ],
    [
      'never an obsolete one',
      [
        [2026, 'Obsolete'],
        [2025, 'Approved'],
      ],
      1,
    ],
  ] as const)('is %s', (_, given, index) => {
    const budgets = given.map(([fiscalYear, status]) => ({ fiscalYear, status }))
    expect(leadingBudget(budgets, now)).toBe(budgets[index])
  })

  it('is none where all are obsolete', () => {
    expect(leadingBudget([{ fiscalYear: 2026, status: 'Obsolete' }], now)).toBeUndefined()
  })
})
