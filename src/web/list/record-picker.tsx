import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type Endpoint, filterKeys, type ListEndpoint, sortQuery } from '../../contract/core/endpoint'
import { largestPage } from '../../contract/core/list-query'
import { type ApiResponse, isMissing, query } from '../lib/api/client'
import type { ReadById } from '../record/record-type'
import type { FilterControl } from './filters/filters'
import styles from './record-picker.module.css'

type Named = { id: string }

const few = 8

type Kind<G extends ReadById, R extends Named> = {
  get: G
  list: ListEndpoint
  noun: string
  /** The list's sort key that goes by the name. */
  by: string
  name: (record: R) => string | null | undefined
  /** What tells two of one name apart. */
  hint?: (record: R) => string | null | undefined
}

/**
 * A filter that finds a record by name, in a list that has no search among its first page; on a server without that list, an
 * ID can be pasted.
 */
export const recordPicker =
  <G extends ReadById>(kind: Kind<G, ApiResponse<G>['data'] & Named>): FilterControl =>
  ({ label, value, onChange, placeholder = 'Any' }) => {
    type R = ApiResponse<G>['data'] & Named
    const { list, noun, by, hint } = kind
    const id = useId()
    const [text, setText] = useState<string | null>(null)
    const [at, setAt] = useState(0)
    const chosen = useQuery({
      ...query<Endpoint>(kind.get, { id: value ?? '' } as object),
      enabled: value !== undefined,
      retry: false,
    })
    const chosenOne = (chosen.data as { data: R } | undefined)?.data
    const search = (text ?? '').trim()
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
    const fits = (record: R) => canSearch || nameOf(record).toLowerCase().includes(search.toLowerCase())
    const options = (text === null ? [] : ((found.data?.data ?? []) as R[])).filter(fits).slice(0, few)
    const choose = (record: string) => {
      setText(null)
      onChange(record)
    }
    const onKeyDown = (key: string) => {
      if (key === 'ArrowDown') setAt(Math.min(at + 1, options.length - 1))
      else if (key === 'ArrowUp') setAt(Math.max(at - 1, 0))
      else if (key === 'Escape') setText(null)
      else if (key === 'Enter') choosing()
      else return false
      return true
    }
    const choosing = () => {
      const option = options[at]
      const isId = /^[0-9a-f-]{36}$/i.test(search) || (search !== '' && isMissing(found.error))
      if (isId) choose(search)
      else if (option) choose(option.id)
    }
    return (
      <span className={styles.picker}>
        <label htmlFor={id}>{value ? `${label} is` : label}</label>
        <input
          id={id}
          role="combobox"
          aria-expanded={text !== null}
          aria-controls={`${id}-options`}
          aria-activedescendant={options[at] && `${id}-${at}`}
          autoComplete="off"
          placeholder={placeholder}
          size={value ? 22 : Math.max(10, placeholder.length)}
          value={text ?? (value && chosenOne ? nameOf(chosenOne) : (value ?? ''))}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onFocus={(event) => event.target.select()}
          onBlur={() => setText(null)}
          onKeyDown={(event) => onKeyDown(event.key) && event.preventDefault()}
        />
        <span className={styles.options} role="listbox" id={`${id}-options`} aria-label={label} hidden={text === null}>
          {options.map((record, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the option by aria-activedescendant
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
            <span
              key={record.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(record.id)}
            >
              {nameOf(record)} <small>{hint?.(record)}</small>
            </span>
          ))}
          {options.length === 0 && (
            <small>
              {isMissing(found.error)
                ? 'This server cannot search: paste an ID'
                : found.isFetching
                  ? 'Looking'
                  : `No ${noun} of this name`}
            </small>
          )}
        </span>
      </span>
    )
  }
