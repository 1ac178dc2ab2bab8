import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { canonicalId } from '../../../contract/core/canonical-id'
import type { Endpoint, ItemOf, ListEndpoint, QueryOf } from '../../../contract/core/endpoint'
import { largestPage } from '../../../contract/core/list-query'
import type { FilterValuesEndpoint } from '../../../contract/filter-values'
import { isMissing } from '../../lib/api/api-error'
import { loadedRows } from '../../lib/api/cache/loaded-rows'
import { type ApiResponse, query } from '../../lib/api/client'
import type { Lenient } from '../../lib/api/lenient'
import { useHasAdditions } from '../../lib/api/scopes'
import { cleanSearch, matchesSearch } from '../../lib/text/clean-search'
import { formatNumber } from '../../ui/format/format'
import { type Choice, picker } from './picker'

type Named = { id?: string | null | undefined; name?: string | null | undefined }
type FilterOf<V extends Endpoint> = QueryOf<V> extends { filter: infer F } ? F & string : never

const many = 25

/**
 * Filter by something without a list of its own, such as a location: one of the values that the server names. A server
 * that cannot name them gets those of the loaded rows, and a sentence that says so.
 */
export const valueFilter = <L extends ListEndpoint, V extends Endpoint>(
  list: L,
  filterValues: V,
  filter: FilterOf<V>,
  pick: (row: Lenient<ItemOf<L>>) => Named | null | undefined,
) =>
  picker((text, value) => {
    const isOpen = text !== null
    const search = cleanSearch(text ?? '')
    const valuesQuery = (sent: Record<string, string>) =>
      query<Endpoint>(filterValues, { query: { filter, ...sent } }) as ReturnType<typeof query<FilterValuesEndpoint>>

    const hasAdditions = useHasAdditions()
    const found = useQuery({
      ...valuesQuery({ limit: String(many), ...(search && { search }) }),
      enabled: isOpen && hasAdditions,
      placeholderData: keepPreviousData,
    })
    const isPartial = !hasAdditions || isMissing(found.error)
    useQuery({
      ...query<ListEndpoint>(list, { query: { limit: String(largestPage(list)) } }),
      enabled: isOpen && isPartial,
    })
    const names = new Map(
      loadedRows<Lenient<ItemOf<L>>>(useQueryClient(), list)
        .map(pick)
        .flatMap((one): [string, string][] => (one?.id ? [[one.id, one.name || one.id]] : [])),
    )
    const named = useQuery({
      ...valuesQuery({ value: value ?? '' }),
      enabled: value !== undefined && !names.has(value) && hasAdditions,
      staleTime: Number.POSITIVE_INFINITY,
    })
    const choices = isPartial ? partialChoices(names, search) : choicesOf(found.data?.data)
    return {
      chosen: value && (names.get(value) ?? named.data?.data?.values?.[0]?.name ?? value),
      choices: isOpen ? choices : [],
      typed: canonicalId(search),
      isStale: found.isLoading || found.isPlaceholderData,
      note: isPartial ? partialNote : noteOf(found, choices.length),
    }
  })

type Values = ApiResponse<FilterValuesEndpoint>['data']

const choicesOf = (values: Values | undefined): Choice[] =>
  (values?.values ?? []).flatMap((one) =>
    one?.value ? [{ key: one.value, name: one.name || one.value, hint: one.companyName }] : [],
  )

const partialChoices = (names: Map<string, string>, search: string): Choice[] =>
  [...names]
    .map(([key, name]) => ({ key, name }))
    .filter(({ name }) => matchesSearch(name, search))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))

const partialNote = 'Partial: only values of loaded rows, because this server can’t list them all'

const noteOf = (
  { data, error, isFetching }: { data: { data: Values } | undefined; error: Error | null; isFetching: boolean },
  shown: number,
) => {
  if (error) return error.message
  const more = (data?.data.totalCount ?? 0) - shown
  if (more > 0) return `${formatNumber(more)} more; type to search`
  if (data?.data.isComplete === false) return 'Partial: the server has more than it can list'
  if (shown === 0) return isFetching ? 'Searching' : 'No match'
  return null
}
