import { type ReactNode, useId } from 'react'
import { useCombobox } from '../../ui/overlay/combobox'
import * as styles from './picker-field.module.css'

export type Choice = { key: string; name: string; hint?: string | null | undefined }

type Props = {
  label: string
  value: string | undefined
  placeholder: string
  /** The name of the value. */
  chosen: string | undefined
  /** What is typed; null while the choices are closed. */
  text: string | null
  onText: (text: string | null) => void
  choices: Choice[]
  /** Whether the choices may still be those of an earlier text. */
  isStale: boolean
  /** Below the choices, or in their place. */
  note?: ReactNode
  /** The key is undefined if there are no choices. */
  onChoose: (key: string | undefined) => void
}

/** A filter's field whose choices are searched by typing. */
export const PickerField = ({
  label,
  value,
  placeholder,
  chosen,
  text,
  onText,
  choices,
  isStale,
  note,
  onChoose,
}: Props) => {
  const id = useId()
  const isClosed = text === null
  const combobox = useCombobox({
    label,
    options: choices,
    keysOf: (options) => options.map(({ key }) => key),
    isOpen: !isClosed,
    isStale: !isClosed && isStale,
    onChoose,
    onEscape: () => close(),
  })
  const close = () => {
    onText(null)
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
          onText(event.target.value)
          combobox.reset()
        }}
        onClick={() => isClosed && onText('')}
        onKeyDown={(event) => {
          if (isClosed && event.key === 'ArrowDown') onText('')
          else onKeyDown(event)
        }}
        onFocus={(event) => event.target.select()}
        onBlur={close}
      />
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
