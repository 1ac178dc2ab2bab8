import { filterKeys, type ItemOf, type ListEndpoint } from '../../contract/core/endpoint'
import { readListQuery, withoutAdditions } from '../../contract/core/list-query'
import { query } from '../lib/api/client'
import type { Lenient } from '../lib/api/lenient'
import { hasNoAdditions } from '../lib/api/missing-operations'
import { reversedRange } from '../lib/api/query-string'
import { type MaybeQuery, pageLoader } from '../lib/navigation/page-loader'
import { sharedViewsQuery } from './views/shared-views'

type Rows<E extends ListEndpoint> = Lenient<ItemOf<E>>[]

/** The loader of a table page; `prefetch` names what its cells show beside the rows. */
export const listLoader = <E extends ListEndpoint>(
  { list }: { list: E },
  prefetch: (rows: Rows<E>) => MaybeQuery[] = () => [],
) => {
  const sentFor = (search: URLSearchParams) =>
    readListQuery(hasNoAdditions() ? withoutAdditions(list) : list, search).sent
  const pageQuery = (search: URLSearchParams) => query<ListEndpoint>(list, { query: sentFor(search) })
  return pageLoader({
    needs: ({ search }) => (reversedRange(list, sentFor(search)) ? [] : [pageQuery(search)]),
    prefetch: ({ client, search }) => {
      const sent = sentFor(search)
      if (reversedRange(list, sent)) return []
      const isFiltered = filterKeys(list).some((key) => key in sent)
      const rows = client.getQueryData(pageQuery(search).queryKey)?.data
      return [
        !hasNoAdditions() && sharedViewsQuery(list.path),
        isFiltered && query<ListEndpoint>(list, { query: { limit: '1' } }),
        ...prefetch((rows ?? []) as Rows<E>),
      ]
    },
  })
}
