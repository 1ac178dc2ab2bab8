import type { APIResponse, Page } from '@playwright/test'
import type { z } from 'zod/mini'
import type { automation } from '../../src/contract/automation'
import type { companies } from '../../src/contract/companies'
import { adminKey, type Server } from './instance'

type DataOf<E extends { response: z.ZodMiniType<{ data: unknown }> }> = z.output<E['response']>['data']
export type Company = DataOf<typeof companies.get>
export type Rule = DataOf<typeof automation.get>

/** A search term that matches several names in the sample. */
export const sharedWord = (companies: Company[]) => {
  const words = companies.map(({ name }) => name.split(' ')[0] ?? '')
  const shared = words.find((word, index) => word.length > 3 && words.indexOf(word) !== index)
  if (!shared) throw new Error('No two names of the sample begin with the same word.')
  return shared
}

/** Calls the API directly, without the browser. */
export const api = (page: Page, { origin }: Server) => {
  const headers = { authorization: `Bearer ${adminKey}` }
  const answer = async <T>(response: APIResponse): Promise<T> => {
    if (!response.ok()) throw new Error(`${response.url()} answered ${response.status()}: ${await response.text()}`)
    return response.json()
  }
  const address = (path: string) => `${origin}/api/public/v1${path}`
  const list = async <T>(path: string): Promise<{ data: T[]; pagination: { totalCount: number } }> =>
    answer(await page.request.get(address(path), { headers }))
  return {
    list,
    /** Every record of a list, read page by page. */
    all: async <T>(path: string) => {
      const rows: T[] = []
      for (let number = 1; ; number++) {
        const { data, pagination } = await list<T>(`${path}${path.includes('?') ? '&' : '?'}limit=100&page=${number}`)
        rows.push(...data)
        if (rows.length >= pagination.totalCount) return rows
      }
    },
    get: async <T>(path: string): Promise<T> =>
      (await answer<{ data: T }>(await page.request.get(address(path), { headers }))).data,
    put: async (path: string, data: object) =>
      answer<unknown>(await page.request.put(address(path), { headers, data })),
    patch: async (path: string, data: object) =>
      answer<unknown>(await page.request.patch(address(path), { headers, data })),
    post: async <T>(path: string, data: object) =>
      answer<{ data: T }>(await page.request.post(address(path), { headers, data })),
  }
}
