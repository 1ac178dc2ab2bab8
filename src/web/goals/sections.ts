import type { Section } from '../section'

export const goals = {
  path: '/goals',
  title: 'Goals',
  area: 'Planning',
  icon: 'chart-no-axes-gantt',
  pages: {
    '/goals': 'goals/goals-page',
    '/goals/road-map': 'goals/road-map/road-map-page',
    '/goals/:id': 'goals/goal-page',
  },
} as const satisfies Section
