import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { FilterKey, ListEndpoint } from '../../../contract/core/endpoint'
import * as chips from '../../ui/chips.module.css'
import { Icon } from '../../ui/icon/icon'
import { lazyComponent } from '../../ui/lazy-component'
import { Popover } from '../../ui/overlay/popover'
import type { Changes } from '../query/list-query'
import { type FilterControl, TextFilter, WordFilter } from './filter-controls'
import type { RangeHolds } from './range-day'

const ChoiceList = lazyComponent(async () => (await import('../../ui/overlay/choice-list')).ChoiceList)

type RangeProps = {
  label: string
  holds: RangeHolds
  from: string | undefined
  to: string | undefined
  onChange: (from: string | undefined, to: string | undefined) => void
}
export type RangeControl = (props: RangeProps) => ReactNode

export type Filter = {
  label: string
  /** Labels of enum or boolean values, in display order. */
  words?: Record<string, string>
  /** Takes the place of `search` in the search box, where the server has it. */
  searches?: boolean
  /** MAC addresses are among what it searches. */
  findsMacs?: boolean
  /** Shown as tabs instead of a filter. */
  tabs?: boolean
  /** Set only by links; shown so that it can be removed. */
  linked?: boolean
  /** Shown even while it is not set. */
  always?: boolean
  /** The first of two days, shown as one filter with the other one, which says `endsRange`. */
  range?: Pick<RangeProps, 'label' | 'holds'> & { to: string; control: RangeControl }
  endsRange?: boolean
  /** Custom control. */
  control?: FilterControl
}

/** Every filter of the operation must be listed; TypeScript checks it. */
export type Filters<E extends ListEndpoint> = { [K in FilterKey<E>]: Filter }

/** The key of the filter in the search box, if there is one. */
export const searchKeyOf = (filters: Record<string, Filter>) =>
  Object.keys(filters).find((key) => filters[key]?.searches) ?? ('search' in filters ? 'search' : undefined)

type Props = {
  filters: Record<string, Filter>
  sent: Record<string, string>
  change: (changes: Changes, o?: { replace?: boolean }) => void
}

/** A menu of fewer would only add a step. */
const fewestInMenu = 3

/** The filters that are set and the one just added, as chips, with a menu of the others. */
export const FilterBar = ({ filters, sent, change }: Props) => {
  const bar = useRef<HTMLDivElement>(null)
  const menu = useRef<HTMLSpanElement>(null)
  const [added, setAdded] = useState<string>()
  const chipOf = (key: string | undefined) => bar.current?.querySelector(`[data-filter="${key}"]`)
  const keysOf = (key: string) => [key, filters[key]?.range?.to ?? key]
  const isSet = (key: string) => keysOf(key).some((one) => one in sent)

  const addedAndSet = added !== undefined && isSet(added) ? added : undefined
  const wasSet = useRef(addedAndSet)
  useEffect(() => {
    const isCleared = added !== undefined && added === wasSet.current && addedAndSet === undefined
    wasSet.current = addedAndSet
    // Cleared from elsewhere, as by Back. A filter that is cleared in its own control stays, and keeps the focus.
    if (isCleared && !chipOf(added)?.contains(document.activeElement)) setAdded(undefined)
  })

  const searchKey = searchKeyOf(filters)
  const offered = Object.entries(filters).filter(
    ([key, { tabs, endsRange }]) => key !== searchKey && !tabs && !endsRange,
  )
  const isOptional = ([key, { always, linked }]: [string, Filter]) => !always && !linked && key !== 'search'
  const optional = offered.filter(isOptional)
  const hasMenu = optional.length >= fewestInMenu
  const isShown = (entry: [string, Filter]) =>
    isSet(entry[0]) || entry[0] === added || entry[1].always || (!hasMenu && isOptional(entry))
  const others = optional.filter((entry) => !isShown(entry))
  const set = (changes: Changes, key: string) => {
    setAdded(key)
    change(changes)
  }
  const remove = (key: string) => {
    setAdded(undefined)
    if (isSet(key)) change(Object.fromEntries(keysOf(key).map((one) => [one, undefined])))
    const isBackInMenu = hasMenu && optional.some(([one]) => one === key)
    ;((isBackInMenu && menu.current?.querySelector('button')) || bar.current)?.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex line of chips in every browser
    <div className={chips.chips} role="group" aria-label="Filters" tabIndex={-1} ref={bar}>
      {offered.filter(isShown).map(([key, filter]) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: takes what its controls leave
        <span
          key={key}
          className={chips.chip}
          data-filter={key}
          data-set={isSet(key) || undefined}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || event.defaultPrevented || key !== added || isSet(key)) return
            // Closes what the chip has opened first.
            if ((event.target as Element).closest('[popover]')) return
            event.stopPropagation()
            remove(key)
          }}
        >
          <FilterField filter={filter} name={key} sent={sent} onChange={(changes) => set(changes, key)} />
          {isSet(key) && (
            <button
              type="button"
              aria-label={`Remove filter: ${filter.range?.label ?? filter.label}`}
              onClick={() => remove(key)}
            >
              <Icon name="x" />
            </button>
          )}
        </span>
      ))}
      {hasMenu && (
        <span ref={menu}>
          <Popover label="Add filter" icon="list-filter">
            {(close) =>
              others.length === 0 ? (
                'Every filter is in use.'
              ) : (
                <ChoiceList
                  choices={others.map(([key, { label, range }]) => [key, range?.label ?? label])}
                  onChoose={(key) => {
                    close()
                    flushSync(() => setAdded(key))
                    openControl(chipOf(key))
                  }}
                />
              )
            }
          </Popover>
        </span>
      )}
    </div>
  )
}

/** Focuses the control of a filter that was added, and opens its choices. */
const openControl = (chip: Element | null | undefined) => {
  const control = chip?.querySelector<HTMLElement>('input, select, [popovertarget]')
  control?.focus()
  if (control instanceof HTMLSelectElement) control.showPicker?.()
  else if (control?.role === 'combobox' || control instanceof HTMLButtonElement) control.click()
}

type FieldProps = {
  filter: Filter
  name: string
  sent: Record<string, string>
  onChange: (changes: Changes) => void
}

const FilterField = ({ filter: { label, words, control, range }, name, sent, onChange }: FieldProps) => {
  if (range) {
    const Control = range.control
    return (
      <Control
        label={range.label}
        holds={range.holds}
        from={sent[name]}
        to={sent[range.to]}
        onChange={(from, to) => onChange({ [name]: from, [range.to]: to })}
      />
    )
  }
  const Control = control ?? (words ? undefined : TextFilter)
  const given = { label, value: sent[name], onChange: (value: string | undefined) => onChange({ [name]: value }) }
  return Control ? <Control {...given} /> : <WordFilter {...given} words={words ?? {}} />
}
