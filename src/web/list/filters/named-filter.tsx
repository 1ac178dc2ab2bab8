import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { ItemOf, ListEndpoint } from '../../../contract/core/endpoint'
import { largestPage } from '../../../contract/core/list-query'
import { query } from '../../lib/api/client'
import type { Lenient } from '../../lib/api/lenient'
import { Icon } from '../../ui/icon/icon'
import type { FilterControl } from './filters'

type Named = { id?: string | null | undefined; name?: string | null | undefined }

/**
 * Filter by something with an ID and name but no list of its own, such as a course. Offers values from the loaded rows
 * and the URL.
 */
export const namedFilter =
  <L extends ListEndpoint>(endpoint: L, pick: (row: Lenient<ItemOf<L>>) => Named | null | undefined): FilterControl =>
  ({ label, value, onChange }) => {
    const id = useId()
    const client = useQueryClient()
    useQuery({
      ...query<ListEndpoint>(endpoint, { query: { limit: String(largestPage(endpoint)) } }),
      staleTime: 5 * 60 * 1000,
    })
    const rows = client
      .getQueriesData<{ data: Lenient<ItemOf<L>>[] }>({ queryKey: [endpoint.path] })
      .flatMap(([, answer]) => (Array.isArray(answer?.data) ? answer.data : []))
    const found = new Map<string, string>()
    if (value) found.set(value, value)
    for (const row of rows) {
      const { id: key, name } = pick(row) ?? {}
      if (key) found.set(key, name || key)
    }
    const options = [...found].sort(([, a], [, b]) => a.localeCompare(b, 'en'))
    return (
      <label htmlFor={id}>
        <span>{value ? `${label} is` : label}</span>
        <select id={id} value={value ?? ''} onChange={(event) => onChange(event.target.value || undefined)}>
          <option value="">Any</option>
          {options.map(([key, name]) => (
            <option key={key} value={key}>
              {name}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" small />
      </label>
    )
  }
