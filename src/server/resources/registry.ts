import type { Table } from '../db/table'
import { briefSchedulesTable } from '../mail/tables'
import { apiKeyRoutes } from './api-keys'
import { auditRoutes } from './audit-events'
import { automationRoutes, rulesTable } from './automation'
import { brandRoutes } from './briefs/brand'
import { briefScheduleRoutes } from './briefs/brief-schedules'
import { briefSettingsRoutes } from './briefs/brief-settings'
import { budgetRoutes, budgetsTable } from './budgets'
import { companiesTable, companyRoutes } from './companies'
import { complianceRoutes, complianceTemplatesTable } from './compliance'
import { dashboardRoutes, dashboardsTable } from './dashboards'
import { deviceRoutes, devicesTable } from './devices'
import { clientCounts, clientOverviewRoutes } from './figures/client-overview'
import { clientSinceRoutes } from './figures/client-since'
import { goalCopy, goalRoadMapRoutes } from './figures/goal-road-map'
import { npsCountsRoutes } from './figures/nps-counts'
import { npsWordsRoutes } from './figures/nps-words'
import { planCopy, replacementPlanRoutes } from './figures/replacement-plan'
import { coverageCopy, responseCoverageRoutes } from './figures/response-coverage'
import { filterValueRoutes } from './filter-values'
import { goalRoutes, goalsTable } from './goals'
import { meRoutes } from './me'
import { npsResponseRoutes, npsResponsesTable, npsSurveyRoutes, npsSurveysTable } from './nps'
import { reportRoutes, reportScheduleRoutes, reportSchedulesTable, reportsTable } from './reports'
import { similarNameRoutes } from './similar-names'
import { certificateRoutes, certificatesTable, enrollmentRoutes, enrollmentsTable } from './training'
import { companyUserRoutes, companyUsersTable, userRoutes, usersTable } from './users'
import { viewRoutes } from './views'

/** Every resource with stored records, by its name in the contract; parents come before their children. */
const resources = {
  companies: { table: companiesTable, routes: companyRoutes },
  companyUsers: { table: companyUsersTable, routes: companyUserRoutes },
  users: { table: usersTable, routes: userRoutes },
  goals: { table: goalsTable, routes: goalRoutes },
  budgets: { table: budgetsTable, routes: budgetRoutes },
  automation: { table: rulesTable, routes: automationRoutes },
  reportSchedules: { table: reportSchedulesTable, routes: reportScheduleRoutes },
  briefSchedules: { table: briefSchedulesTable, routes: briefScheduleRoutes },
  reports: { table: reportsTable, routes: reportRoutes },
  npsSurveys: { table: npsSurveysTable, routes: npsSurveyRoutes },
  npsResponses: { table: npsResponsesTable, routes: npsResponseRoutes },
  devices: { table: devicesTable, routes: deviceRoutes },
  dashboards: { table: dashboardsTable, routes: dashboardRoutes },
  enrollments: { table: enrollmentsTable, routes: enrollmentRoutes },
  certificates: { table: certificatesTable, routes: certificateRoutes },
  complianceTemplates: { table: complianceTemplatesTable, routes: complianceRoutes },
}

type Resources = typeof resources

/** The full record of each resource, so that a record that was read can be written back. */
export type Records = { [K in keyof Resources]: Resources[K]['table'] extends Table<infer R> ? R : never }

export const tables = Object.fromEntries(
  Object.entries(resources).map(([name, { table }]) => [name, table]),
) as unknown as { [K in keyof Records]: Table<Records[K]> }

export const routes = [
  ...Object.values(resources).flatMap((resource) => resource.routes),
  ...apiKeyRoutes,
  ...auditRoutes,
  ...viewRoutes,
  ...briefSettingsRoutes,
  ...brandRoutes,
  ...filterValueRoutes,
  ...similarNameRoutes,
  ...clientOverviewRoutes,
  ...replacementPlanRoutes,
  ...responseCoverageRoutes,
  ...npsCountsRoutes,
  ...npsWordsRoutes,
  ...goalRoadMapRoutes,
  ...clientSinceRoutes,
  ...meRoutes,
]

/** The lists whose statistics are kept up to date in the background. */
export const trackedLists = routes.flatMap((route) => ('handle' in route ? (route.handle.trackedLists ?? []) : []))

/** What is read into memory in the background after a start, one after the other and the shortest first, and kept up to date there. */
export const inMemoryFigures = [planCopy, goalCopy, clientCounts, coverageCopy]
