import { automation } from './automation/sections.ts'
import { briefSchedules } from './briefs/sections.ts'
import { budgets } from './budgets/sections.ts'
import { clientOverview } from './clients/sections.ts'
import { companies } from './companies/sections.ts'
import { devices } from './devices/sections.ts'
import { due } from './due/sections.ts'
import { goals } from './goals/sections.ts'
import { certificates, complianceTemplates, enrollments } from './learning/sections.ts'
import { npsFollowUp, npsResponses, npsReview, npsSurveys } from './nps/sections.ts'
import { companyUsers, users } from './people/sections.ts'
import { reference } from './reference/sections.ts'
import { dashboards, reportSchedules, reports } from './reporting/sections.ts'
import type { Section } from './section.ts'
import { settings } from './settings/sections.ts'
import { today } from './today/sections.ts'

/** Every section of the console, in the navigation’s order. A resource has its name in the contract. */
export const sections = {
  today,
  due,
  companies,
  clientOverview,
  companyUsers,
  npsReview,
  npsFollowUp,
  npsResponses,
  npsSurveys,
  budgets,
  goals,
  automation,
  reports,
  reportSchedules,
  briefSchedules,
  dashboards,
  devices,
  enrollments,
  certificates,
  complianceTemplates,
  users,
  settings,
  reference,
} satisfies Record<string, Section>

type Sections = typeof sections
type PagePath = { [K in keyof Sections]: keyof Sections[K]['pages'] }[keyof Sections]

/** Paths of the tables whose records have a page. */
export type RecordPath = PagePath extends infer P
  ? P extends `${infer Table extends `/${string}`}/:id`
    ? Table
    : never
  : never

const list: Section[] = Object.values(sections)

/** All pages: path and module. Used by router, server and build. */
export const pages: Record<string, string> = {
  '/sign-in': 'sign-in/sign-in-page',
  ...Object.fromEntries(list.flatMap((section) => Object.entries(section.pages))),
  '*': 'shell/not-found-page',
}

/** Source path of a page’s module. */
export const moduleOf = (path: string) => `src/web/${pages[path]}.tsx`
