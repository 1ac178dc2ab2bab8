import type { z } from 'zod/mini'
import { dayLong } from '../../contract/core/days'
import type { Dashboard } from '../../contract/dashboards'
import type { ReportSchedule } from '../../contract/report-schedules'
import type { Report } from '../../contract/reports'
import { companyAt } from './companies'
import { clientRoleCount, mspDomain, roleAt } from './people'
import { since, stamps, type World } from './world'

const types = [
  'Quarterly business review',
  'Backup and restore test',
  'Patch status',
  'Security posture',
  'Ticket summary',
  'Device inventory',
]
const ranges = ['last_month', 'last_month', 'last_quarter', 'month_to_date', 'custom']
const errors = [
  'The mail server refused the attachment: 31 MB are over its limit of 25 MB.',
  'The template has no data source for this company.',
  'No recipient is left: the last one was disabled.',
  'The report took longer than ten minutes and was stopped.',
]

const dateOnly = (date: Date) => date.toISOString().slice(0, 10)

type Rhythm = { dayOfWeek: number | null; dayOfMonth: number | null; hour: number }

/** The run before now and the one after it. */
const runsOf = (now: Date, { dayOfWeek, dayOfMonth, hour }: Rhythm): { last: Date; next: Date } => {
  const at = (months: number, date: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, date, hour))
  const runs =
    dayOfWeek === null
      ? [-1, 0, 1].map((months) => at(months, dayOfMonth ?? 1))
      : [-7, 0, 7].map((days) => at(0, now.getUTCDate() + dayOfWeek - now.getUTCDay() + days))
  const next = runs.findIndex((run) => run > now)
  return { last: runs[next - 1] as Date, next: runs[next] as Date }
}

export const scheduleAt = (world: World, index: number): z.output<typeof ReportSchedule> => {
  const random = world.random('reportSchedules', index)
  const company = random.chance(0.9) ? companyAt(world, world.someCompany(random)) : null
  const type = random.int(0, types.length - 1)
  const drawn = random.weighted([
    ['active', 78],
    ['paused', 10],
    ['completed', 5],
    ['error', 7],
  ] as const)
  const weekly = type !== 0 && random.chance(0.5)
  const dayOfWeek = weekly ? random.int(1, 5) : null
  const dayOfMonth = weekly ? null : random.int(1, 28)
  const hour = random.int(5, 9)
  const { last, next } = runsOf(world.now, { dayOfWeek, dayOfMonth, hour })
  const times = stamps(world, random, company ? since(company, 900) : 900, 35)
  const isDue = drawn === 'active' || drawn === 'error'
  // Paused and completed schedules stopped some runs ago.
  const lastRun = isDue ? last : new Date(last.getTime() - random.int(2, 9) * (weekly ? 7 : 28) * dayLong)
  const hasRun = lastRun.toISOString() > times.createdAt
  // A schedule that never ran cannot have failed.
  const status = drawn === 'error' && !hasRun ? 'active' : drawn
  const range = type === 0 ? 'last_quarter' : weekly ? 'last_7_days' : random.pick(ranges)
  const reader = random.pick(['IT contact', 'managing director', 'finance contact'])
  return {
    id: world.id('reportSchedules', index),
    name: `${types[type]}, ${company ? company.name : 'all clients'}`,
    description: random.chance(0.5) ? null : `Goes to the ${reader} ${weekly ? 'every week' : 'every month'}.`,
    templateId: world.id('report template', type),
    templateName: types[type] as string,
    companyId: company?.id ?? null,
    companyName: company?.name ?? null,
    status,
    relativeDateRange: range,
    customDaysBack: range === 'custom' ? random.pick([14, 45, 60]) : null,
    dayOfWeek,
    dayOfMonth,
    runTime: `${String(hour).padStart(2, '0')}:00`,
    nextRunAt: isDue ? next.toISOString() : null,
    lastRunAt: hasRun ? lastRun.toISOString() : null,
    emailEnabled: random.chance(0.9),
    emailSubject: `${types[type]} for ${company ? company.name : 'all clients'}`,
    includePdfAttachment: random.chance(0.8),
    lastError: status === 'error' ? random.pick(errors) : null,
    ...times,
  }
}

export const reportAt = (world: World, index: number): z.output<typeof Report> => {
  const random = world.random('reports', index)
  const company = companyAt(world, world.someCompany(random))
  const type = random.weighted([
    [0, 34],
    [1, 16],
    [2, 14],
    [3, 14],
    [4, 12],
    [5, 10],
  ] as const)
  const times = stamps(world, random, since(company, 1000))
  const created = new Date(times.createdAt)
  const quarter = Math.floor(created.getUTCMonth() / 3)
  const start = new Date(Date.UTC(created.getUTCFullYear(), quarter * 3 - 3, 1))
  const end = new Date(Date.UTC(created.getUTCFullYear(), quarter * 3, 0))
  const isDraft = random.chance(0.14)
  return {
    id: world.id('reports', index),
    title: `${types[type]}, Q${Math.floor(start.getUTCMonth() / 3) + 1} ${start.getUTCFullYear()}`,
    description: random.chance(0.6) ? null : `Prepared for ${company.name}.`,
    status: isDraft ? 'draft' : 'published',
    isShared: !isDraft && random.chance(0.85),
    version: isDraft ? 1 : random.int(1, 5),
    coverImageUrl: null,
    dateStart: dateOnly(start),
    dateEnd: dateOnly(end),
    companyId: company.id,
    companyName: company.name,
    reportTypeId: world.id('report type', type),
    reportTypeName: types[type] as string,
    reportTemplateId: world.id('report template', type),
    authorUserId: world.id('users', world.someStaff(random)),
    ...times,
  }
}

const dashboards: [name: string, description: string | null, host: string][] = [
  ['Service desk wall', 'Open tickets by queue and age.', 'desk'],
  ['Backup status', 'Last night’s jobs, failures first.', 'backup'],
  ['Patch compliance', 'Devices by missing patches.', 'patches'],
  ['Microsoft 365 licences', 'Assigned, free and expiring.', 'licences'],
  ['Network uptime', 'Lines and firewalls of all sites.', 'uptime'],
  ['Security alerts', 'Endpoint detection of the last day.', 'alerts'],
  ['Mail flow', null, 'mail'],
  ['Telephony', 'Calls, waiting times, missed calls.', 'phones'],
  ['Power and UPS', 'Batteries and runtimes.', 'power'],
  ['Warranty calendar', 'What runs out, by month.', 'warranty'],
  ['Project board', 'Projects by stage.', 'projects'],
  ['Phishing tests', 'Reported, ignored, clicked.', 'phishing'],
  ['Internet speed', 'Measured from each site.', 'speed'],
  ['Storage growth', 'By server and month.', 'storage'],
  ['Printer fleet', 'Pages and toner.', 'printers'],
  ['Dark web monitor', 'Leaked accounts by client.', 'leaks'],
  ['Change calendar', 'Planned work of the next month.', 'changes'],
  ['Finance overview', 'Agreements and renewals.', 'finance'],
  ['Onboarding progress', 'New clients in their first weeks.', 'onboarding'],
  ['Legacy monitoring', 'Replaced by Network uptime.', 'old-monitoring'],
]

export const dashboardAt = (world: World, index: number): z.output<typeof Dashboard> => {
  const random = world.random('dashboards', index)
  const [name, description, host] = dashboards[index % dashboards.length] as (typeof dashboards)[number]
  const allowInIframe = random.chance(0.6)
  const roles = random.some([0, 1, 2, 3, 4].slice(0, clientRoleCount), random.int(0, 2))
  const companies = random.chance(0.5) ? [...new Set([0, 1, 2, 3].map(() => world.someCompany(random)))] : []
  return {
    id: world.id('dashboards', index),
    name,
    description,
    url: `https://${host}.${mspDomain}`,
    iconUrl: null,
    displayOrder: Math.floor(index / 2) * 10,
    isActive: index !== dashboards.length - 1,
    isDefault: index === 0,
    allowInIframe,
    framePolicy: allowInIframe ? 'sameorigin' : 'deny',
    roleIds: roles.map((role) => roleAt(world, 'client', role).id),
    roleNames: roles.map((role) => roleAt(world, 'client', role).name),
    companyUrls: companies.map((position) => {
      const company = companyAt(world, position)
      return {
        companyId: company.id,
        companyName: company.name,
        url: `https://${host}.${mspDomain}/clients/${company.domain}`,
      }
    }),
    ...stamps(world, random, 1200),
  }
}
