import type { Section } from '../section'

export const due = {
  path: '/due',
  title: 'Due soon',
  icon: 'calendar-clock',
  pages: {
    '/due': 'due/due-page',
  },
} as const satisfies Section
