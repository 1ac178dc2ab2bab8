import type { Endpoint } from '../../contract/core/endpoint'
import { readListQuery } from '../../contract/core/list-query'
import { query, type RequestInput } from '../lib/api/client'
import { queryClient } from '../lib/api/query-client'
import { recordTypeAt } from './record-type'
import { rowOf } from './use-record'

/** How long a page is held back for its first rows, in milliseconds: drawn once with them, it is there sooner than drawn twice. */
const patience = 200

export type PageAddress = Pick<Location, 'pathname' | 'search'>
export type PageQuery = { endpoint: Endpoint; sent: RequestInput<Endpoint> }

/** What the page at this address asks of the API first, where it shows a list or a record. */
export const primaryQuery = ({ pathname, search }: PageAddress): PageQuery | null => {
  const table = recordTypeAt(pathname)
  if (table) {
    const { sent } = readListQuery(table.list, new URLSearchParams(search))
    return { endpoint: table.list, sent: { query: sent } as PageQuery['sent'] }
  }
  const record = recordAt(pathname)
  return record && { endpoint: record.recordType.get, sent: { id: record.id } as PageQuery['sent'] }
}

const recordAt = (pathname: string) => {
  const [, path = '', id = ''] = /^(.+)\/([\w-]+)$/.exec(pathname) ?? []
  const recordType = recordTypeAt(path)
  return recordType ? { recordType, id } : null
}

/**
 * Waits a moment for what the page here shows first, but not where a list has shown that record. The page tells when it cannot be had.
 * There is no address on the server.
 */
export const prefetchPage = async (here: PageAddress | undefined) => {
  const question = here && primaryQuery(here)
  if (!question) return
  const asking = queryClient.prefetchQuery(query(question.endpoint, question.sent))
  const record = recordAt(here.pathname)
  if (record && rowOf(queryClient, record.recordType.list, record.id)) return
  await Promise.race([asking, new Promise((resolve) => setTimeout(resolve, patience))])
}
