import type { Section } from '../section'

export const settings = {
  path: '/settings',
  title: 'Settings',
  icon: 'settings',
  hint: 'API keys',
  isLast: true,
  pages: {
    '/settings/api-access': 'settings/api-access-page',
    '/settings/people': 'settings/people-page',
    '/settings/brand': 'settings/brand/brand-page',
    '/settings/client-health': 'settings/client-health-page',
  },
} as const satisfies Section
