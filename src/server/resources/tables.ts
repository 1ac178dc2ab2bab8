import type { Table } from '../db/table'
import { rulesTable } from './automation'
import { budgetsTable } from './budgets'
import { companiesTable } from './companies'
import { complianceTemplatesTable } from './compliance'
import { dashboardsTable } from './dashboards'
import { devicesTable } from './devices'
import { goalsTable } from './goals'
import { npsResponsesTable, npsSurveysTable } from './nps'
import type { Records } from './records'
import { reportSchedulesTable, reportsTable } from './reports'
import { certificatesTable, enrollmentsTable } from './training'
import { companyUsersTable, usersTable } from './users'

/** Where the records of each resource are kept; parents before those that refer to them. */
export const tables: { [K in keyof Records]: Table<Records[K]> } = {
  companies: companiesTable,
  companyUsers: companyUsersTable,
  users: usersTable,
  goals: goalsTable,
  budgets: budgetsTable,
  automation: rulesTable,
  reportSchedules: reportSchedulesTable,
  reports: reportsTable,
  npsSurveys: npsSurveysTable,
  npsResponses: npsResponsesTable,
  devices: devicesTable,
  dashboards: dashboardsTable,
  enrollments: enrollmentsTable,
  certificates: certificatesTable,
  complianceTemplates: complianceTemplatesTable,
}
