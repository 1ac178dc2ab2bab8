import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { companies } from '../../contract/companies'
import { query } from './api'
import styles from './company-picker.module.css'
import type { FilterControl } from './list/filters'

/** Finds a company by name; on a server that cannot search or read single companies, its ID can be pasted. */
export const CompanyPicker: FilterControl = ({ label, value, onChange }) => {
  const id = useId()
  const [text, setText] = useState<string | null>(null)
  const [at, setAt] = useState(0)
  const chosen = useQuery({ ...query(companies.get, { id: value ?? '' }), enabled: value !== undefined, retry: false })
  const search = (text ?? '').trim()
  const found = useQuery({
    ...query(companies.list, {
      query: { limit: '8', orderBy: 'name', orderDirection: 'asc', ...(search && { search }) },
    }),
    enabled: text !== null,
    placeholderData: keepPreviousData,
  })
  const options = text === null ? [] : (found.data?.data ?? [])
  const choose = (company: string) => {
    setText(null)
    onChange(company)
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
    if (/^[0-9a-f-]{36}$/i.test(search)) choose(search)
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
        placeholder="Any"
        size={value ? 22 : 10}
        value={text ?? (value ? (chosen.data?.data.name ?? value) : '')}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onFocus={(event) => event.target.select()}
        onBlur={() => setText(null)}
        onKeyDown={(event) => onKeyDown(event.key) && event.preventDefault()}
      />
      <span className={styles.options} role="listbox" id={`${id}-options`} aria-label={label} hidden={text === null}>
        {options.map((company, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the option by aria-activedescendant
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
          <span
            key={company.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(company.id)}
          >
            {company.name} <small>{company.domain}</small>
          </span>
        ))}
        {options.length === 0 && <small>{found.isFetching ? 'Looking' : 'No company of this name'}</small>}
      </span>
    </span>
  )
}
