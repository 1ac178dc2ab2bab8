/**
 * Every page: its path, and the module that renders it. A page below the path of a single record opens over that record's page.
 * The router, the server and the build all read this list.
 */
export const pages = {
  '/sign-in': 'sign-in/sign-in-page',
  '/today': 'today/today-page',
  '/due': 'due/due-page',
  '/companies': 'companies/companies-page',
  '/companies/:id': 'companies/company-page',
  '/companies/:id/edit': 'companies/company-edit-page',
  '/company-users': 'people/company-users-page',
  '/company-users/:id': 'people/company-user-page',
  '/users': 'people/staff-users-page',
  '/users/:id': 'people/staff-user-page',
  '/automation': 'automation/rules-page',
  '/automation/:id': 'automation/rule-page',
  '/settings/api-access': 'settings/api-access-page',
  '/budgets': 'budgets/budgets-page',
  '/budgets/:id': 'budgets/budget-page',
  '/budgets/:id/edit': 'budgets/budget-edit-page',
  '/nps/review': 'nps/review/review-page',
  '/nps/follow-up': 'nps/follow-up-page',
  '/nps/responses': 'nps/responses-page',
  '/nps/responses/:id': 'nps/response-page',
  '/nps/surveys': 'nps/surveys-page',
  '/nps/surveys/:id': 'nps/survey-page',
  '/goals': 'goals/goals-page',
  '/goals/:id': 'goals/goal-page',
  '/reports': 'reporting/reports-page',
  '/reports/:id': 'reporting/report-page',
  '/report-schedules': 'reporting/schedules-page',
  '/report-schedules/:id': 'reporting/schedule-page',
  '/dashboards': 'reporting/dashboards-page',
  '/dashboards/:id': 'reporting/dashboard-page',
  '/training/enrollments': 'learning/enrollments-page',
  '/training/enrollments/:id': 'learning/enrollment-page',
  '/training/certificates': 'learning/certificates-page',
  '/training/certificates/:id': 'learning/certificate-page',
  '/compliance': 'learning/templates-page',
  '/compliance/:id': 'learning/template-page',
  '/devices': 'devices/devices-page',
  '/devices/:id': 'devices/device-page',
  '/reference': 'reference/reference-page',
  '*': 'shell/not-found-page',
} as const

/** The module of a page, from the root of the repository. */
export const moduleOf = (path: keyof typeof pages) => `src/web/${pages[path]}.tsx`
