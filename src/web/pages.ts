import type { ComponentType } from 'react'

type Load = () => Promise<ComponentType>

/**
 * Every page by its address, loaded when it is first wanted. One that goes on from a record's address lies within that
 * record's page. The build reads this list too: see src/build.
 */
export const pages: Record<string, Load> = {
  '/sign-in': async () => (await import('./sign-in/sign-in-page')).SignInPage,
  '/today': async () => (await import('./today/today-page')).TodayPage,
  '/due': async () => (await import('./due/due-page')).DuePage,
  '/companies': async () => (await import('./companies/companies-page')).CompaniesPage,
  '/companies/:id': async () => (await import('./companies/company-page')).CompanyPage,
  '/companies/:id/edit': async () => (await import('./companies/company-edit')).CompanyEdit,
  '/company-users': async () => (await import('./people/company-users-page')).CompanyUsersPage,
  '/company-users/:id': async () => (await import('./people/person-page')).CompanyUserPage,
  '/users': async () => (await import('./people/staff-users-page')).StaffUsersPage,
  '/users/:id': async () => (await import('./people/person-page')).StaffUserPage,
  '/automation': async () => (await import('./automation/rules-page')).RulesPage,
  '/automation/:id': async () => (await import('./automation/rule-page')).RulePage,
  '/settings/api-access': async () => (await import('./settings/api-access-page')).ApiAccessPage,
  '/budgets': async () => (await import('./budgets/budgets-page')).BudgetsPage,
  '/budgets/:id': async () => (await import('./budgets/budget-page')).BudgetPage,
  '/budgets/:id/edit': async () => (await import('./budgets/budget-edit')).BudgetEdit,
  '/nps/review': async () => (await import('./nps/review/review-page')).ReviewPage,
  '/nps/follow-up': async () => (await import('./nps/follow-up-page')).FollowUpPage,
  '/nps/responses': async () => (await import('./nps/responses-page')).ResponsesPage,
  '/nps/responses/:id': async () => (await import('./nps/response-page')).ResponsePage,
  '/nps/surveys': async () => (await import('./nps/surveys-page')).SurveysPage,
  '/nps/surveys/:id': async () => (await import('./nps/survey-page')).SurveyPage,
  '/goals': async () => (await import('./goals/goals-page')).GoalsPage,
  '/goals/:id': async () => (await import('./goals/goal-page')).GoalPage,
  '/reports': async () => (await import('./reporting/reports-page')).ReportsPage,
  '/reports/:id': async () => (await import('./reporting/report-page')).ReportPage,
  '/report-schedules': async () => (await import('./reporting/schedules-page')).SchedulesPage,
  '/report-schedules/:id': async () => (await import('./reporting/schedule-page')).SchedulePage,
  '/dashboards': async () => (await import('./reporting/dashboards-page')).DashboardsPage,
  '/dashboards/:id': async () => (await import('./reporting/dashboard-page')).DashboardPage,
  '/training/enrollments': async () => (await import('./learning/enrollments-page')).EnrollmentsPage,
  '/training/enrollments/:id': async () => (await import('./learning/enrollment-page')).EnrollmentPage,
  '/training/certificates': async () => (await import('./learning/certificates-page')).CertificatesPage,
  '/training/certificates/:id': async () => (await import('./learning/certificate-page')).CertificatePage,
  '/compliance': async () => (await import('./learning/templates-page')).TemplatesPage,
  '/compliance/:id': async () => (await import('./learning/template-page')).TemplatePage,
  '/devices': async () => (await import('./devices/devices-page')).DevicesPage,
  '/devices/:id': async () => (await import('./devices/device-page')).DevicePage,
  '/reference': async () => (await import('./reference/reference-page')).ReferencePage,
  '*': async () => (await import('./shell/not-found-page')).NotFoundPage,
}
