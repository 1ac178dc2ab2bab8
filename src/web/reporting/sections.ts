import type { Section } from '../section'

export const reports = {
  path: '/reports',
  title: 'Reports',
  area: 'Reporting',
  icon: 'file-text',
  pages: {
    '/reports': 'reporting/reports-page',
    '/reports/:id': 'reporting/report-page',
  },
} as const satisfies Section

export const reportSchedules = {
  path: '/report-schedules',
  title: 'Report schedules',
  area: 'Reporting',
  icon: 'file-text',
  pages: {
    '/report-schedules': 'reporting/schedules-page',
    '/report-schedules/:id': 'reporting/schedule-page',
  },
} as const satisfies Section

export const dashboards = {
  path: '/dashboards',
  title: 'External dashboards',
  area: 'Reporting',
  icon: 'file-text',
  pages: {
    '/dashboards': 'reporting/dashboards/dashboards-page',
    '/dashboards/:id': 'reporting/dashboards/dashboard-page',
  },
} as const satisfies Section
