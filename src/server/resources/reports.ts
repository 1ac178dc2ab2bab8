import type { z } from 'zod/mini'
import { type ReportSchedule, reportSchedules } from '../../contract/report-schedules'
import { type Report, reports } from '../../contract/reports'
import { implement } from '../api/implement'
import { listHandler } from '../api/list-handler'
import { equals, notAfter, notBefore } from '../db/list-engine/conditions'
import { sortKey } from '../db/list-engine/search-text'
import { getHandler } from '../db/repository'
import { boolean, companyJoin, companyName, defineTable, instant, int, text, uuid } from '../db/table'

export const reportSchedulesTable = defineTable<z.output<typeof ReportSchedule>>()({
  name: 'report_schedules',
  join: companyJoin,
  fields: {
    id: uuid,
    name: text,
    description: text,
    templateId: uuid,
    templateName: text,
    companyId: uuid,
    companyName,
    status: text,
    relativeDateRange: text,
    customDaysBack: int,
    dayOfWeek: int,
    dayOfMonth: int,
    runTime: text,
    nextRunAt: instant,
    lastRunAt: instant,
    emailEnabled: boolean,
    emailSubject: text,
    includePdfAttachment: boolean,
    lastError: text,
    createdAt: instant,
    updatedAt: instant,
  },
  derived: { name_sort: { type: 'text', from: ({ name }) => sortKey(name) } },
})

export const reportScheduleRoutes = implement(reportSchedules, {
  list: listHandler(reportSchedules.list, reportSchedulesTable, {
    sorts: { name: 't.name_sort', next_run_at: 't.next_run_at', created_at: 't.created_at' },
    filters: {
      companyId: equals('t.company_id'),
      status: equals('t.status'),
      nextRunAfter: notBefore('t.next_run_at'),
      nextRunBefore: notAfter('t.next_run_at'),
    },
  }),
  get: getHandler(reportSchedulesTable, 'report schedule'),
})

export const reportsTable = defineTable<z.output<typeof Report>>()({
  name: 'reports',
  join: companyJoin,
  fields: {
    id: uuid,
    title: text,
    description: text,
    status: text,
    isShared: boolean,
    version: int,
    coverImageUrl: text,
    dateStart: text,
    dateEnd: text,
    companyId: uuid,
    companyName,
    reportTypeId: uuid,
    reportTypeName: text,
    reportTemplateId: uuid,
    authorUserId: uuid,
    createdAt: instant,
    updatedAt: instant,
  },
  derived: { title_sort: { type: 'text', from: ({ title }) => sortKey(title) } },
})

export const reportRoutes = implement(reports, {
  list: listHandler(reports.list, reportsTable, {
    sorts: { title: 't.title_sort', created_at: 't.created_at', updated_at: 't.updated_at' },
    filters: {
      companyId: equals('t.company_id'),
      status: equals('t.status'),
      reportTypeId: equals('t.report_type_id'),
    },
  }),
  get: getHandler(reportsTable, 'report'),
})
