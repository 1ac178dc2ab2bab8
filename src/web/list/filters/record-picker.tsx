import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { canonicalId } from '../../../contract/core/canonical-id'
import { filterKeys, type ListEndpoint, sortQuery } from '../../../contract/core/endpoint'
import { largestPage } from '../../../contract/core/list-query'
import { isMissing } from '../../lib/api/api-error'
import { type ApiResponse, query } from '../../lib/api/client'
import { useOfferedList } from '../../lib/api/scopes'
import { cleanSearch, matchesSearch } from '../../lib/text/clean-search'
import { readId } from '../../record/by-id/read-id'
import { type ReadById, recordQuery } from '../../record/record-type'
import { picker } from './picker'

type Named = { id: string }

const few = 8

type Kind<G extends ReadById, R extends Named> = {
  get: G
  list: ListEndpoint
  noun: string
  /** Sort key for the name. */
  by: string
  name: (record: R) => string | null | undefined
  /** Distinguishes records of the same name. */
  hint?: (record: R) => string | null | undefined
}

/**
 * Filter that finds a record by name, using the first page where the list has no search. Accepts an ID where the server
 * has no such list.
 */
export const recordPicker = <G extends ReadById>(kind: Kind<G, ApiResponse<G>['data'] & Named>) =>
  picker((text, value) => {
    type R = ApiResponse<G>['data'] & Named
    const { noun, by, hint } = kind
    const list = useOfferedList(kind.list)
    const chosen = useQuery({ ...recordQuery(kind.get, value ?? ''), enabled: value !== undefined, retry: false }).data
      ?.data
    const search = cleanSearch(text ?? '')
    const canSearch = filterKeys(list).includes('search')
    const limit = canSearch ? few : largestPage(list)
    const found = useQuery({
      ...query<ListEndpoint>(list, {
        query: { limit: String(limit), ...sortQuery(list, by, false), ...(canSearch && search && { search }) },
      }),
      enabled: text !== null,
      placeholderData: keepPreviousData,
    })
    const nameOf = (record: R) => kind.name(record)?.trim() || record.id
    const fits = (record: R) => canSearch || matchesSearch(nameOf(record), search)
    const isId = canonicalId(search) !== null || (search !== '' && isMissing(found.error))
    const rows = text === null || isId ? [] : ((found.data?.data ?? []) as R[])
    const options = rows.filter(fits).slice(0, few)
    const isPart = !canSearch && (found.data?.pagination.totalCount ?? 0) > limit
    const noteOf = () => {
      if (options.length > 0) return isPart && `Searched among the first ${limit}; paste an ID for others`
      if (isMissing(found.error)) return 'This server can’t search; paste an ID'
      if (found.isFetching) return 'Searching'
      return isPart ? `Not among the first ${limit}; paste an ID` : `No matching ${noun}`
    }
    return {
      chosen: value && chosen ? nameOf(chosen) : value,
      choices: options.map((record) => ({ key: record.id, name: nameOf(record), hint: hint?.(record) })),
      typed: isId ? readId(kind.get, search) : null,
      isStale: !isId && (found.isLoading || found.isPlaceholderData),
      note: noteOf(),
    }
  })
