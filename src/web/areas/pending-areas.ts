import { budgets } from '../../contract/budgets'
import { complianceTemplates } from '../../contract/compliance'
import { dashboards } from '../../contract/dashboards'
import { devices } from '../../contract/devices'
import { goals } from '../../contract/goals'
import { npsResponses, npsSurveys } from '../../contract/nps'
import { reportSchedules } from '../../contract/report-schedules'
import { reports } from '../../contract/reports'
import { certificates, enrollments } from '../../contract/training'
import { companyUsers, users } from '../../contract/users'
import type { PendingArea } from './pending-page'

/** The areas that have their place in the navigation and their data on the server, but no page of their own. */
export const pendingAreas: PendingArea[] = [
  {
    title: 'Today',
    path: '/today',
    says: 'What needs somebody will be gathered here. Until then, the console opens on Companies.',
  },
  { title: 'Company users', path: '/company-users', crumb: 'Clients', operation: companyUsers.list.path },
  { title: 'NPS responses', path: '/nps/responses', crumb: 'Experience', operation: npsResponses.list.path },
  { title: 'NPS surveys', path: '/nps/surveys', crumb: 'Experience', operation: npsSurveys.list.path },
  { title: 'Budgets', path: '/budgets', crumb: 'Planning', operation: budgets.list.path },
  { title: 'Goals', path: '/goals', crumb: 'Planning', operation: goals.list.path },
  { title: 'Reports', path: '/reports', crumb: 'Reporting', operation: reports.list.path },
  { title: 'Report schedules', path: '/report-schedules', crumb: 'Reporting', operation: reportSchedules.list.path },
  { title: 'External dashboards', path: '/dashboards', crumb: 'Reporting', operation: dashboards.list.path },
  { title: 'Devices', path: '/devices', operation: devices.list.path },
  { title: 'Enrollments', path: '/training/enrollments', crumb: 'Learning', operation: enrollments.list.path },
  { title: 'Certificates', path: '/training/certificates', crumb: 'Learning', operation: certificates.list.path },
  { title: 'Compliance templates', path: '/compliance', crumb: 'Learning', operation: complianceTemplates.list.path },
  { title: 'Staff users', path: '/users', operation: users.list.path },
  {
    title: 'Settings',
    path: '/settings',
    says: 'The theme is at the foot of the navigation. Keys are made by the server’s first start, or by QUARTERDECK_ADMIN_KEY.',
  },
  {
    title: 'API reference',
    path: '/reference',
    says: 'The operations are those of the Public Management API under /api/public/v1, asked with Authorization: Bearer and a key.',
  },
]
