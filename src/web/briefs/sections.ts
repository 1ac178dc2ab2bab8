import type { Section } from '../section'

export const briefSchedules = {
  path: '/brief-schedules',
  title: 'Brief schedules',
  area: 'Reporting',
  icon: 'file-text',
  hint: 'email mail client brief',
  pages: {
    '/brief-schedules': 'briefs/brief-schedules-page',
    '/brief-schedules/:id': 'briefs/brief-schedule-page',
  },
} as const satisfies Section
