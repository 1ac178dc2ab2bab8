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

/** Every page of the console but the one that signs in. */
export const paths = Object.keys(pages).filter((path) => path !== '/sign-in' && path !== '*')

/** The address of a page, with a record of the sample where it is of one: the first that the query leaves. */
export const addressOf = async (path: string, page: Page, server: Server, query = '') => {
  const [, of] = /^(.*)\/:id/.exec(path) ?? []
  if (of === undefined) return path
  const { data } = await api(page, server).list<{ id: string }>(`${listOf(of)}?limit=1&${query}`)
  return path.replace(':id', data[0]?.id ?? '')
}
