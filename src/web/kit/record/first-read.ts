import type { Endpoint } from '../../../contract/kit'
import { readListQuery } from '../../../contract/list-query'
import { query, type Sent } from '../api'
import { queryClient } from '../query-client'
import { rowOf } from './use-record'
import { viewAt } from './view'

/** How long a page is held back for its first rows, in milliseconds: drawn once with them, it is there sooner than drawn twice. */
const patience = 200

export type Address = Pick<Location, 'pathname' | 'search'>
export type Question = { endpoint: Endpoint; sent: Sent<Endpoint> }

/** What the page at this address asks of the API first, where it shows a list or a record. */
export const firstQuestion = ({ pathname, search }: Address): Question | null => {
  const table = viewAt(pathname)
  if (table) {
    const { sent } = readListQuery(table.list, new URLSearchParams(search))
    return { endpoint: table.list, sent: { query: sent } as Question['sent'] }
  }
  const record = recordAt(pathname)
  return record && { endpoint: record.view.get, sent: { id: record.id } as Question['sent'] }
}

const recordAt = (pathname: string) => {
  const [, path = '', id = ''] = /^(.+)\/([\w-]+)$/.exec(pathname) ?? []
  const view = viewAt(path)
  return view ? { view, id } : null
}

/**
 * Waits a moment for what the page here shows first, but not where a list has shown that record. The page tells when it cannot be had.
 * There is no address on the server.
 */
export const firstRead = async (here: Address | undefined) => {
  const question = here && firstQuestion(here)
  if (!question) return
  const asking = queryClient.prefetchQuery(query(question.endpoint, question.sent))
  const record = recordAt(here.pathname)
  if (record && rowOf(queryClient, record.view.list, record.id)) return
  await Promise.race([asking, new Promise((resolve) => setTimeout(resolve, patience))])
}
