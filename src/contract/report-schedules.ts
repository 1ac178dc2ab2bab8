import * as z from 'zod/mini'
import { added, instant, list, object, oneOf, orderBy, rangeEnd, rangeStart, read, uuid } from './core/endpoint'

const scheduleStatuses = ['active', 'paused', 'completed', 'error'] as const
const ScheduleStatus = oneOf(scheduleStatuses)

export const ReportSchedule = object(() => ({
  id: uuid,
  name: z.string(),
  description: z.nullable(z.string()),
  templateId: z.nullable(uuid),
  templateName: z.nullable(z.string()),
  companyId: z.nullable(uuid),
  companyName: z.nullable(z.string()),
  status: added(ScheduleStatus),
  relativeDateRange: z.nullable(z.string()),
  customDaysBack: z.nullable(z.int()),
  dayOfWeek: z.nullable(z.int()),
  dayOfMonth: z.nullable(z.int()),
  runTime: z.nullable(z.string()),
  nextRunAt: z.nullable(instant),
  lastRunAt: z.nullable(instant),
  emailEnabled: z.boolean(),
  emailSubject: z.nullable(z.string()),
  includePdfAttachment: z.boolean(),
  lastError: z.nullable(z.string()),
  createdAt: instant,
  updatedAt: instant,
}))

export const reportSchedules = {
  list: list({
    path: '/report-schedules',
    summary: 'List report schedules',
    scope: 'report-schedules:read',
    item: ReportSchedule,
    limit: [20, 100],
    sort: orderBy(['name', 'next_run_at', 'created_at'], 'next_run_at', 'asc'),
    filters: () => ({
      companyId: z.optional(uuid),
      status: z.optional(ScheduleStatus),
      nextRunAfter: added(z.optional(rangeStart)),
      nextRunBefore: added(z.optional(rangeEnd)),
    }),
  }),
  get: read({
    path: '/report-schedules/:id',
    summary: 'Read a report schedule',
    scope: 'report-schedules:read',
    item: ReportSchedule,
  }),
}
