import type { Scope } from '../core/scopes'

/** The figures of a client, in the order of their columns, and the scope that each is read with. */
export const figureScopes = {
  score: 'nps-responses:read',
  waiting: 'nps-responses:read',
  budgetPerHead: 'budgets:read',
  outOfWarranty: 'devices:read',
  goalsOverdue: 'goals:read',
  trainingDone: 'enrollments:read',
  peopleActive: 'users:read',
  daysSinceReport: 'reports:read',
} as const satisfies Record<string, Scope>

export type Figure = keyof typeof figureScopes
export const figures = Object.keys(figureScopes) as Figure[]

/** Days that the score and sign-ins cover, and days in the month of changes. */
export const figureDays = 90
export const monthDays = 30
