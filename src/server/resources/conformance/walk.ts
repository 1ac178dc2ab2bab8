import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { ListEndpoint } from '../../../contract/core/endpoint'
import type { TestApi } from '../../testing/server'
import type { Row } from './model'

/** Reads every row of a list page by page, and checks each page against the contract. */
export const walk = async ({ ask }: TestApi, list: ListEndpoint, query: Record<string, string>, limit: number) => {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const search = new URLSearchParams({ ...query, limit: String(limit), page: String(page) })
    const { status, json } = await ask(`${list.path}?${search}`)
    expect([status, z.safeParse(list.response, json).error]).toEqual([200, undefined])
    rows.push(...json.data)
    const { totalCount, totalPages, hasNextPage, ...rest } = json.pagination
    expect(rest).toEqual({ page, limit, hasPrevPage: page > 1 })
    expect([totalPages, hasNextPage]).toEqual([Math.ceil(totalCount / limit), page * limit < totalCount])
    if (hasNextPage) continue
    expect(totalCount).toBe(rows.length)
    return rows
  }
}

/** The query that includes every row. */
export const nothingLeftOut = (list: ListEndpoint): Record<string, string> =>
  'includeRevoked' in list.query.shape ? { includeRevoked: 'true' } : {}
