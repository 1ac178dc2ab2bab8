import type { Section } from '../section'

export const budgets = {
  path: '/budgets',
  title: 'Budgets',
  area: 'Planning',
  icon: 'chart-no-axes-gantt',
  pages: {
    '/budgets': 'budgets/budgets-page',
    '/budgets/:id': 'budgets/budget-page',
    '/budgets/:id/edit': 'budgets/budget-edit-page',
  },
} as const satisfies Section
