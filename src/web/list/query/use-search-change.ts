import { type NavigateOptions, useNavigate } from 'react-router-dom'
import { type Changes, searchNow, searchWith } from './list-query'

/**
 * Changes the query string of a page. It begins from the browser's own, not the rendered one, because two changes may come before a
 * render. `read` picks the parameters that stay.
 */
export const useSearchChange = (
  defaults: NavigateOptions = {},
  read: (now: URLSearchParams) => Parameters<typeof searchWith>[0] = (now) => now,
) => {
  const navigate = useNavigate()
  return (changes: Changes | ((now: URLSearchParams) => Changes), options = defaults) => {
    const now = searchNow()
    const next = searchWith(read(now), typeof changes === 'function' ? changes(now) : changes)
    navigate({ search: `${next}` }, options)
  }
}
