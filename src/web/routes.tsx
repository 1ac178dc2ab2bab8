import { lazy } from 'react'
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router-dom'
import { BrokenPage } from './areas/broken-page'
import { Shell } from './shell/shell'

/** It knows every kind of record, and so stands beside the pages and not in the frame. */
const loadPalette = async () => ({ default: (await import('./palette/palette')).Palette })
const Palette = lazy(loadPalette)
// Fetched while nothing else is: whoever presses Ctrl K types on at once. Without a network it is fetched then.
addEventListener('load', () => setTimeout(() => loadPalette().catch(() => {}), 1000))

const signIn = () => import('./sign-in/sign-in-page')

/** Every page of the console. All but the frame are loaded when they are first wanted. */
const pages: RouteObject[] = [
  { index: true, element: <Navigate to="/today" replace /> },
  { path: 'today', lazy: async () => ({ Component: (await import('./today/today-page')).TodayPage }) },
  { path: 'due', lazy: async () => ({ Component: (await import('./due/due-page')).DuePage }) },
  { path: 'companies', lazy: async () => ({ Component: (await import('./companies/companies-page')).CompaniesPage }) },
  {
    path: 'companies/:id',
    lazy: async () => ({ Component: (await import('./companies/company-page')).CompanyPage }),
    children: [
      { path: 'edit', lazy: async () => ({ Component: (await import('./companies/company-edit')).CompanyEdit }) },
    ],
  },
  {
    path: 'company-users',
    lazy: async () => ({ Component: (await import('./people/company-users-page')).CompanyUsersPage }),
  },
  {
    path: 'company-users/:id',
    lazy: async () => ({ Component: (await import('./people/person-page')).CompanyUserPage }),
  },
  { path: 'users', lazy: async () => ({ Component: (await import('./people/staff-users-page')).StaffUsersPage }) },
  { path: 'users/:id', lazy: async () => ({ Component: (await import('./people/person-page')).StaffUserPage }) },
  { path: 'automation', lazy: async () => ({ Component: (await import('./automation/rules-page')).RulesPage }) },
  { path: 'automation/:id', lazy: async () => ({ Component: (await import('./automation/rule-page')).RulePage }) },
  { path: 'settings', element: <Navigate to="/settings/api-access" replace /> },
  {
    path: 'settings/api-access',
    lazy: async () => ({ Component: (await import('./settings/api-access-page')).ApiAccessPage }),
  },
  { path: 'budgets', lazy: async () => ({ Component: (await import('./budgets/budgets-page')).BudgetsPage }) },
  {
    path: 'budgets/:id',
    lazy: async () => ({ Component: (await import('./budgets/budget-page')).BudgetPage }),
    children: [{ path: 'edit', lazy: async () => ({ Component: (await import('./budgets/budget-edit')).BudgetEdit }) }],
  },
  { path: 'nps/review', lazy: async () => ({ Component: (await import('./nps/review-page')).ReviewPage }) },
  { path: 'nps/follow-up', lazy: async () => ({ Component: (await import('./nps/follow-up-page')).FollowUpPage }) },
  {
    path: 'nps/responses',
    lazy: async () => ({ Component: (await import('./nps/responses-page')).ResponsesPage }),
  },
  {
    path: 'nps/responses/:id',
    lazy: async () => ({ Component: (await import('./nps/response-page')).ResponsePage }),
  },
  { path: 'nps/surveys', lazy: async () => ({ Component: (await import('./nps/surveys-page')).SurveysPage }) },
  { path: 'nps/surveys/:id', lazy: async () => ({ Component: (await import('./nps/survey-page')).SurveyPage }) },
  { path: 'goals', lazy: async () => ({ Component: (await import('./goals/goals-page')).GoalsPage }) },
  { path: 'goals/:id', lazy: async () => ({ Component: (await import('./goals/goal-page')).GoalPage }) },
  { path: 'reports', lazy: async () => ({ Component: (await import('./reporting/reports-page')).ReportsPage }) },
  { path: 'reports/:id', lazy: async () => ({ Component: (await import('./reporting/report-page')).ReportPage }) },
  {
    path: 'report-schedules',
    lazy: async () => ({ Component: (await import('./reporting/schedules-page')).SchedulesPage }),
  },
  {
    path: 'report-schedules/:id',
    lazy: async () => ({ Component: (await import('./reporting/schedule-page')).SchedulePage }),
  },
  {
    path: 'dashboards',
    lazy: async () => ({ Component: (await import('./reporting/dashboards-page')).DashboardsPage }),
  },
  {
    path: 'dashboards/:id',
    lazy: async () => ({ Component: (await import('./reporting/dashboard-page')).DashboardPage }),
  },
  {
    path: 'training/enrollments',
    lazy: async () => ({ Component: (await import('./learning/enrollments-page')).EnrollmentsPage }),
  },
  {
    path: 'training/enrollments/:id',
    lazy: async () => ({ Component: (await import('./learning/enrollment-page')).EnrollmentPage }),
  },
  {
    path: 'training/certificates',
    lazy: async () => ({ Component: (await import('./learning/certificates-page')).CertificatesPage }),
  },
  {
    path: 'training/certificates/:id',
    lazy: async () => ({ Component: (await import('./learning/certificate-page')).CertificatePage }),
  },
  { path: 'compliance', lazy: async () => ({ Component: (await import('./learning/templates-page')).TemplatesPage }) },
  {
    path: 'compliance/:id',
    lazy: async () => ({ Component: (await import('./learning/template-page')).TemplatePage }),
  },
  { path: 'devices', lazy: async () => ({ Component: (await import('./devices/devices-page')).DevicesPage }) },
  { path: 'devices/:id', lazy: async () => ({ Component: (await import('./devices/device-page')).DevicePage }) },
  { path: 'reference', lazy: async () => ({ Component: (await import('./reference/reference-page')).ReferencePage }) },
  { path: '*', lazy: async () => ({ Component: (await import('./areas/not-found-page')).NotFoundPage }) },
]

export const router = createBrowserRouter([
  {
    path: '/sign-in',
    lazy: async () => ({ Component: (await signIn()).SignInPage }),
    errorElement: <BrokenPage />,
    hydrateFallbackElement: <div />,
  },
  {
    element: <Shell Palette={Palette} />,
    errorElement: <BrokenPage />,
    hydrateFallbackElement: <div />,
    children: [{ errorElement: <BrokenPage />, children: pages }],
  },
])
