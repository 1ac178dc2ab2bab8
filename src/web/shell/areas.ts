import type { IconName } from '../ui/icon/icon'

type Leaf = { label: string; path: string }
export type Area = Leaf & { icon: IconName; pages?: undefined }
export type AreaGroup = { label: string; icon: IconName; pages: Leaf[] }

/** All pages, in navigation order. */
export const areas: (Area | AreaGroup)[] = [
  { label: 'Today', path: '/today', icon: 'ship-wheel' },
  { label: 'Due soon', path: '/due', icon: 'calendar-clock' },
  {
    label: 'Clients',
    icon: 'building-2',
    pages: [
      { label: 'Companies', path: '/companies' },
      { label: 'Company users', path: '/company-users' },
    ],
  },
  {
    label: 'Experience',
    icon: 'message-square-quote',
    pages: [
      { label: 'NPS review', path: '/nps/review' },
      { label: 'Follow-up', path: '/nps/follow-up' },
      { label: 'NPS responses', path: '/nps/responses' },
      { label: 'NPS surveys', path: '/nps/surveys' },
    ],
  },
  {
    label: 'Planning',
    icon: 'chart-no-axes-gantt',
    pages: [
      { label: 'Budgets', path: '/budgets' },
      { label: 'Goals', path: '/goals' },
    ],
  },
  { label: 'Automation rules', path: '/automation', icon: 'workflow' },
  {
    label: 'Reporting',
    icon: 'file-text',
    pages: [
      { label: 'Reports', path: '/reports' },
      { label: 'Report schedules', path: '/report-schedules' },
      { label: 'External dashboards', path: '/dashboards' },
    ],
  },
  { label: 'Devices', path: '/devices', icon: 'monitor-smartphone' },
  {
    label: 'Learning',
    icon: 'graduation-cap',
    pages: [
      { label: 'Enrollments', path: '/training/enrollments' },
      { label: 'Certificates', path: '/training/certificates' },
      { label: 'Compliance templates', path: '/compliance' },
    ],
  },
  { label: 'Staff users', path: '/users', icon: 'users-round' },
]

export const lastAreas: Area[] = [
  { label: 'People and sessions', path: '/settings/people', icon: 'shield-half' },
  { label: 'Settings', path: '/settings', icon: 'settings' },
  { label: 'API reference', path: '/reference', icon: 'book-open-text' },
]
