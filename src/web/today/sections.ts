import type { Section } from '../section'

export const today = {
  path: '/today',
  title: 'Today',
  icon: 'ship-wheel',
  pages: {
    '/today': 'today/today-page',
  },
} as const satisfies Section
