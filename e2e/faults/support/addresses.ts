import type { Page } from '@playwright/test'
import { contract } from '../../../src/contract'
import type { Endpoint } from '../../../src/contract/core/endpoint'
import { pages, sections } from '../../../src/web/registry'
import { api } from '../../support/api'
import type { Server } from '../../support/instance'

/** The path of the API behind a list's page, to compare the two. */
export const listOf = (pathname: string): string | undefined => {
  const [resource = ''] = Object.entries(sections).find(([, { path }]) => path === pathname) ?? []
  return (contract as Record<string, { list?: Endpoint }>)[resource]?.list?.path
}

/** Every page of the console but the one that signs in. */
export const paths = Object.keys(pages).filter((path) => path !== '/sign-in' && path !== '*')

/** The address of a page, with a record of the sample where it is of one: the first that the query leaves. */
export const addressOf = async (path: string, page: Page, server: Server, query = '') => {
  const [, of] = /^(.*)\/:id/.exec(path) ?? []
  if (of === undefined) return path
  const { data } = await api(page, server).list<{ id: string }>(`${listOf(of)}?limit=1&${query}`)
  return path.replace(':id', data[0]?.id ?? '')
}
