import type { Endpoint, ListEndpoint } from '../../../contract/kit'
import { readListQuery } from '../../../contract/list-query'
import { query } from '../api'
import { queryClient } from '../query-client'
import { viewAt } from './view'

/** How long a page is held back for its first rows, in milliseconds: drawn once with them, it is there sooner than drawn twice. */
const patience = 200

/**
 * Asks for what the page at this address shows first, and waits for it a moment. The page tells when it cannot be had. There is
 * no address while pages are drawn for the build.
 */
export const firstRead = async (at: Pick<Location, 'pathname' | 'search'> | undefined) => {
  const asking = at && ask(at)
  if (asking) await Promise.race([asking, new Promise((resolve) => setTimeout(resolve, patience))])
}

const ask = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>) => {
  const table = viewAt(pathname)
  if (table) {
    const { sent } = readListQuery(table.list, new URLSearchParams(search))
    return queryClient.prefetchQuery(query<ListEndpoint>(table.list, { query: sent }))
  }
  const [, path = '', id = ''] = /^(.+)\/([\w-]+)$/.exec(pathname) ?? []
  const record = viewAt(path)
  return record && queryClient.prefetchQuery(query<Endpoint>(record.get, { id } as object))
}
