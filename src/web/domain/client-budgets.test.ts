import { describe, expect, it } from 'vitest'
import { leadingBudget } from './client-budgets'

describe('the budget that a client’s page shows first', () => {
  it.each([
    [
      'of the latest year',
      [
        [2026, 'Approved'],
        [2027, 'Draft'],
      ],
      1,
    ],
    [
      'one that waits for approval, within a year',
      [
        [2027, 'Draft'],
        [2027, 'Approved'],
        [2027, 'PendingApproval'],
      ],
      2,
    ],
    [
      'never an obsolete one',
      [
        [2027, 'Obsolete'],
        [2026, 'Approved'],
      ],
      1,
    ],
  ] as const)('is %s', (_, given, index) => {
    const budgets = given.map(([fiscalYear, status]) => ({ fiscalYear, status }))
    expect(leadingBudget(budgets)).toBe(budgets[index])
  })

  it('is none where all are obsolete', () => {
    expect(leadingBudget([{ fiscalYear: 2027, status: 'Obsolete' }])).toBeUndefined()
  })
})
