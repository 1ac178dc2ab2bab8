import { useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { type ListEndpoint, sortOf, sortQuery } from '../../../contract/core/endpoint'
import { readListQuery } from '../../../contract/core/list-query'

type Values = Record<string, unknown>

export type Changes = Record<string, string | undefined>

/** The parameters after changes; those without a value are left out. */
export const searchWith = (search: URLSearchParams | Record<string, string>, changes: Changes) => {
  const next = new URLSearchParams(search)
  for (const [key, value] of Object.entries(changes)) value ? next.set(key, value) : next.delete(key)
  return next
}

/** URL after changes. Changes to filters or sort return to page one. */
export const applyChanges = (endpoint: ListEndpoint, sent: Record<string, string>, changes: Changes) =>
  readListQuery(endpoint, searchWith(sent, { page: undefined, ...changes })).sent

/** The page’s own search, also while a form that was opened over it masks its address. It may be ahead of what is rendered. */
export const searchNow = () => new URLSearchParams(history.state?.masked?.search ?? location.search)

/** The URL is the list’s only state. */
export const useListQuery = (endpoint: ListEndpoint) => {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  return useMemo(() => {
    const query = readListQuery(endpoint, search)
    // Two changes may happen before the next page is rendered.
    const queryNow = () => readListQuery(endpoint, searchNow())
    const addressOf = (changes: Changes, { sent } = query) =>
      `?${new URLSearchParams(applyChanges(endpoint, sent, changes))}`
    const change = (changes: Changes, o: { replace?: boolean } = {}) =>
      // The panel stays while the page is turned.
      void navigate({ search: addressOf(changes, queryNow()), hash: changes.page && location.hash }, o)
    const turnBy = (step: 1 | -1, pages: number) => {
      const { page } = queryNow().values
      const next = Math.min(Math.max(page + step, 1), pages)
      if (next !== page) change({ page: String(next) })
    }
    return { endpoint, ...query, addressOf, change, turnBy }
  }, [endpoint, search, navigate])
}

/** What a list asks for, and the address that says so. */
export type ListAddress = ReturnType<typeof useListQuery>

/** A column is sortable if the API has its sort key: `createdAt` is `created_at`, `company.name` is `company_name`. */
export const sortKeyOf = (endpoint: ListEndpoint, columnId: string) => {
  const key = columnId.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return endpoint.sort.keys.includes(key) ? key : undefined
}

/** First click sorts (names ascending, numbers and dates descending), second reverses. */
export const nextSort = (endpoint: ListEndpoint, values: Values, key: string, startsDescending: boolean) => {
  const now = sortOf(endpoint, values)
  return sortQuery(endpoint, key, now.key === key ? !now.descending : startsDescending)
}
