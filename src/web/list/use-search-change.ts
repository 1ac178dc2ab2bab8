import { type NavigateOptions, useNavigate } from 'react-router-dom'
import { type Changes, searchNow } from './list-query'

/** The parameters after changes; those without a value are left out. */
export const searchWith = (search: URLSearchParams | Record<string, string>, changes: Changes) => {
  const next = new URLSearchParams(search)
  for (const [key, value] of Object.entries(changes)) value ? next.set(key, value) : next.delete(key)
  return next
}

/**
 * Changes the address of a page whose state it is, as it is now: two changes may happen before the next page is rendered.
 * `read` says what is kept of it.
 */
export const useSearchChange = (
  usual: NavigateOptions = {},
  read: (now: URLSearchParams) => Parameters<typeof searchWith>[0] = (now) => now,
) => {
  const navigate = useNavigate()
  return (changes: Changes | ((now: URLSearchParams) => Changes), o = usual) => {
    const now = searchNow()
    const next = searchWith(read(now), typeof changes === 'function' ? changes(now) : changes)
    navigate({ search: `${next}` }, o)
  }
}
