import { type ReactNode, useId, useState } from 'react'
import { Icon } from '../../ui/icon/icon'
import { useCombobox } from '../../ui/overlay/combobox'
import type { FilterControl } from './filter-controls'
import * as styles from './picker.module.css'

export type Choice = { key: string; name: string; hint?: string | null | undefined }

type Offer = {
  /** The name of the value. */
  chosen: string | null | undefined
  choices: Choice[]
  /** What Enter chooses where there are no choices: an ID that was typed. */
  typed: string | null | undefined
  /** Whether the choices may still be those of an earlier text. */
  isStale: boolean
  /** Below the choices, or in their place. */
  note?: ReactNode
}

/** A filter whose choices are searched by typing. The text is null while they are closed. */
export const picker =
  (useOffer: (text: string | null, value: string | undefined) => Offer): FilterControl =>
  ({ label, value, onChange, placeholder = 'Any' }) => {
    const id = useId()
    const [text, setText] = useState<string | null>(null)
    const isClosed = text === null
    const { chosen, choices, typed, isStale, note } = useOffer(text, value)
    const combobox = useCombobox({
      label,
      options: choices,
      keysOf: (options) => options.map(({ key }) => key),
      isOpen: !isClosed,
      isStale: !isClosed && isStale,
      onChoose: (key) => {
        const choice = key ?? typed
        if (!choice) return
        setText(null)
        onChange(choice)
      },
      onEscape: () => close(),
    })
    const close = () => {
      setText(null)
      combobox.reset()
    }
    const { onKeyDown } = combobox.inputProps
    return (
      <span className={styles.picker}>
        <label htmlFor={id}>{value ? `${label} is` : label}</label>
        <input
          id={id}
          {...combobox.inputProps}
          placeholder={isClosed ? placeholder : (chosen ?? placeholder)}
          size={value ? 22 : Math.max(10, placeholder.length)}
          value={text ?? chosen ?? ''}
          onChange={(event) => {
            setText(event.target.value)
            combobox.reset()
          }}
          onClick={() => isClosed && setText('')}
          onKeyDown={(event) => {
            if (isClosed && event.key === 'ArrowDown') setText('')
            else onKeyDown(event)
          }}
          onFocus={(event) => event.target.select()}
          onBlur={close}
        />
        <Icon name="chevron-down" small />
        <span className={styles.options} {...combobox.listProps} hidden={isClosed}>
          {combobox.options.map(({ key, name, hint }) => (
            <span key={key} {...combobox.optionProps(key)}>
              {name} <small>{hint}</small>
            </span>
          ))}
          {(combobox.isWaiting || note) && <small>{combobox.isWaiting ? 'Searching' : note}</small>}
        </span>
      </span>
    )
  }
