import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { canonicalId } from '../../contract/core/canonical-id'
import type { ListEndpoint } from '../../contract/core/endpoint'
import { largestPage } from '../../contract/core/list-query'
import { similarNames } from '../../contract/similar-names'
import { ApiError, isMissing } from '../lib/api/api-error'
import { meQuery, query } from '../lib/api/client'
import { addedParameters } from '../lib/api/query-string'
import { useHasAdditions, useLacksScope } from '../lib/api/scopes'
import { matchesSearch } from '../lib/text/clean-search'
import { macWithColons } from '../lib/text/mac-address'
import { type AnyRecord, type AnyRecordType, recordQuery } from '../record/record-type'

export type Hit = { recordType: AnyRecordType; record: AnyRecord }
export type Group = {
  recordType: AnyRecordType
  total: number
  hits: Hit[]
  /** How many records were looked through, where the server can’t search and has more. */
  among?: number
}

const few = 4

/** One letter is in most names; one character of another script is often a word. */
export const canSearch = (text: string) => text.length > 1 || /[^\p{Script=Latin}\p{Script=Common}]/u.test(text)

/** Searches every kind of record. A MAC address that nothing contains as it is typed is searched with colons. */
export const useFound = (recordTypes: AnyRecordType[], text: string) => {
  const typed = useContaining(recordTypes, text)
  const isNowhere = !typed.isLooking && typed.groups.length === 0
  const withColons = (isNowhere && macWithColons(text)) || ''
  const found = useContaining(recordTypes, withColons)
  return withColons ? { ...found, text: withColons } : { ...typed, text }
}

/** What people read in a record, without IDs and times. */
const textsIn = (value: unknown): string[] => {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn)
  return typeof value === 'string' && canonicalId(value) === null && !/^\d{4}-\d\d-\d\dT/.test(value) ? [value] : []
}

/** Without accents, as servers may search. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether every word is somewhere in the record. */
const hasWords = (record: AnyRecord, text: string) => {
  const all = folded(textsIn(record).join('\n'))
  return folded(text)
    .split(/\s+/)
    .every((word) => all.includes(word))
}

type Answer = { rows: AnyRecord[]; totalCount: number }

/**
 * What a server of the specification has found, or the first records where it can’t search. It may search by another
 * parameter and ignore ours, so what contains the text nowhere is left out.
 */
export const foundIn = (recordType: AnyRecordType, { rows, totalCount }: Answer, text: string, canSearch: boolean) => {
  const records = rows.filter((row) => matchesSearch(recordType.name(row), text) || (canSearch && hasWords(row, text)))
  const isPart = !canSearch && totalCount > rows.length
  return { records, total: records.length, ...(isPart && { among: rows.length }) }
}

/** The records of every kind that contain the text, without the kinds that the server cannot search. */
const useContaining = (recordTypes: AnyRecordType[], text: string) => {
  const lacksScope = useLacksScope()
  const hasAdditions = useHasAdditions()
  // A list that a server of the specification cannot search is looked through as far as its first page goes.
  const isSearched = (list: ListEndpoint) => hasAdditions || addedParameters(list, { search: text }).length === 0
  const queryOf = (list: ListEndpoint): Record<string, string> =>
    isSearched(list) ? { search: text, limit: String(few) } : { limit: String(largestPage(list)) }
  const searchable = recordTypes.filter(({ list }) => 'search' in list.query.shape && !lacksScope(list))
  return useQueries({
    queries: searchable.map(({ list }) => ({
      ...query<ListEndpoint>(list, { query: queryOf(list) }),
      enabled: canSearch(text),
      retry: false,
      placeholderData: keepPreviousData,
    })),
    combine: (results) => ({
      isLooking: canSearch(text) && results.some((result) => result.isFetching || result.isPlaceholderData),
      groups: results.flatMap(({ data }, index): Group[] => {
        const recordType = searchable[index]
        if (!recordType || !data || !canSearch(text)) return []
        const [rows, { totalCount }] = [data.data as unknown as AnyRecord[], data.pagination]
        const { records, ...counts } = hasAdditions
          ? { records: rows, total: totalCount }
          : foundIn(recordType, { rows, totalCount }, text, isSearched(recordType.list))
        if (records.length === 0) return []
        return [{ recordType, ...counts, hits: records.slice(0, few).map((record) => ({ recordType, record })) }]
      }),
    }),
  })
}

export type Similar = { recordType: AnyRecordType; id: string; name: string; companyName: string | null | undefined }

/** Names with one wrong letter, where the server has this addition. */
export const useSimilar = (recordTypes: AnyRecordType[], text: string | null) => {
  const { data: me } = useQuery(meQuery)
  const { data, isFetching } = useQuery({
    ...query(similarNames.find, { query: { text: text ?? '' } }),
    enabled: text !== null && me !== undefined,
    retry: false,
  })
  const names = text === null ? [] : (data?.data ?? [])
  const similar = names.flatMap((one): Similar[] => {
    const { path, name, companyName } = one ?? {}
    if (!path || !name) return []
    const end = path.lastIndexOf('/')
    const recordType = recordTypes.find(({ get }) => get.path === `${path.slice(0, end)}/:id`)
    return recordType ? [{ recordType, id: decodeURIComponent(path.slice(end + 1)), name, companyName }] : []
  })
  return { similar, isLookingForSimilar: text !== null && isFetching }
}

export type IdSearch = { recordType: AnyRecordType; state: 'looking' | 'found' | 'no' | 'not searched'; why?: string }

/** A word with a digit: a foreign ID, serial number, address or name. */
export const looksLikeId = (text: string) => /^(?=.*\d)[\w.:-]{8,255}$/.test(text)

/** Looks one ID up in every resource and reports each result. */
export const useById = (recordTypes: AnyRecordType[], id: string | null) => {
  const lacksScope = useLacksScope()
  const asked = recordTypes.filter(({ get }) => id !== null && get.params.safeParse({ id }).success)
  return useQueries({
    queries: asked.map(({ get }) => ({
      ...recordQuery(get, id ?? ''),
      enabled: !lacksScope(get),
      retry: false,
    })),
    combine: (results) => ({
      hits: results.flatMap(({ data }, index): Hit[] => {
        const recordType = asked[index]
        return recordType && data ? [{ recordType, record: data.data }] : []
      }),
      searched: results.map(({ data, error, isFetching }, index): IdSearch => {
        const recordType = asked[index] as AnyRecordType
        if (data) return { recordType, state: 'found' }
        if (lacksScope(recordType.get))
          return { recordType, state: 'not searched', why: `needs ${recordType.get.scope}` }
        if (error && !isMissing(error) && !(error instanceof ApiError && error.status === 400))
          return { recordType, state: 'not searched', why: 'no response' }
        return { recordType, state: isFetching ? 'looking' : 'no' }
      }),
    }),
  })
}
