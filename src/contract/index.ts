import { auditEvents } from './audit-events'
import { automation } from './automation'
import { brand } from './brand'
import { briefDeliveries } from './brief-deliveries'
import { briefSchedules } from './brief-schedules'
import { briefs } from './briefs'
import { budgets } from './budgets'
import { companies } from './companies'
import { complianceTemplates } from './compliance'
import type { Endpoint } from './core/endpoint'
import { dashboards } from './dashboards'
import { devices } from './devices'
import { clientOverview } from './figures/client-overview'
import { clientSince } from './figures/client-since'
import { goalRoadMap } from './figures/goal-road-map'
import { npsCounts } from './figures/nps-counts'
import { npsWords } from './figures/nps-words'
import { replacementPlan } from './figures/replacement-plan'
import { responseCoverage } from './figures/response-coverage'
import { filterValues } from './filter-values'
import { goals } from './goals'
import { apiKeys } from './keys'
import { me } from './me'
import { npsResponses, npsSurveys } from './nps'
import { reportSchedules } from './report-schedules'
import { reports } from './reports'
import { similarNames } from './similar-names'
import { certificates, enrollments } from './training'
import { companyUsers, users } from './users'
import { views } from './views'

/** The whole API, from which everything else is derived. */
export const contract = {
  companies,
  companyUsers,
  users,
  goals,
  budgets,
  automation,
  reportSchedules,
  briefSchedules,
  reports,
  npsResponses,
  npsSurveys,
  devices,
  dashboards,
  enrollments,
  certificates,
  complianceTemplates,
  apiKeys,
  auditEvents,
  views,
  filterValues,
  similarNames,
  clientOverview,
  replacementPlan,
  responseCoverage,
  npsCounts,
  npsWords,
  goalRoadMap,
  clientSince,
  briefs,
  briefDeliveries,
  brand,
  me,
} satisfies Record<string, Record<string, Endpoint>>
