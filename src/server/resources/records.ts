import type { z } from 'zod/mini'
import type { RuleDetail } from '../../contract/automation'
import type { Budget } from '../../contract/budgets'
import type { Company } from '../../contract/companies'
import type { ComplianceTemplate } from '../../contract/compliance'
import type { Dashboard } from '../../contract/dashboards'
import type { Device } from '../../contract/devices'
import type { Goal } from '../../contract/goals'
import type { NpsResponse, NpsSurvey } from '../../contract/nps'
import type { ReportSchedule } from '../../contract/report-schedules'
import type { Report } from '../../contract/reports'
import type { Certificate, Enrollment } from '../../contract/training'
import type { CompanyUser, User } from '../../contract/users'

/** What is kept of each resource: its fullest shape in the API, so that what was read can be written back. */
export type Records = {
  companies: z.output<typeof Company>
  companyUsers: z.output<typeof CompanyUser>
  users: z.output<typeof User>
  goals: z.output<typeof Goal>
  budgets: z.output<typeof Budget>
  automation: z.output<typeof RuleDetail>
  reportSchedules: z.output<typeof ReportSchedule>
  reports: z.output<typeof Report>
  npsSurveys: z.output<typeof NpsSurvey>
  npsResponses: z.output<typeof NpsResponse>
  devices: z.output<typeof Device>
  dashboards: z.output<typeof Dashboard>
  enrollments: z.output<typeof Enrollment>
  certificates: z.output<typeof Certificate>
  complianceTemplates: z.output<typeof ComplianceTemplate>
}
