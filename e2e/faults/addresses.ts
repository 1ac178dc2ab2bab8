import type { Page } from '@playwright/test'
import { pages } from '../../src/web/pages'
import { api } from '../api'
import type { Server } from '../instance'

/** Where the API lists what a page shows one of. */
const lists: Record<string, string> = {
  '/companies': '/companies',
  '/company-users': '/companies/users',
  '/users': '/users',
  '/automation': '/automation',
  '/budgets': '/budgets',
  '/nps/responses': '/surveys/nps/responses',
  '/nps/surveys': '/surveys/nps',
  '/goals': '/goals',
  '/reports': '/reports',
  '/report-schedules': '/report-schedules',
  '/dashboards': '/dashboards/external',
  '/training/enrollments': '/training/enrollments',
  '/training/certificates': '/training/certificates',
  '/compliance': '/compliance/templates',
  '/devices': '/devices',
}

/** The path of the API behind a list's page, for whoever compares the two. */
export const listOf = (pathname: string): string | undefined => lists[pathname]

/** An address of every page of the console, with a record of the sample where it is of one. */
export const addresses = async (page: Page, server: Server) => {
  const { list } = api(page, server)
  const ids = new Map<string, string>()
  for (const [path, endpoint] of Object.entries(lists))
    ids.set(path, (await list<{ id: string }>(`${endpoint}?limit=1`)).data[0]?.id ?? '')
  return Object.keys(pages)
    .filter((path) => path !== '/sign-in' && path !== '*')
    .map((path) => path.replace(/^(.*)\/:id/, (_, of: string) => `${of}/${ids.get(of)}`))
}
