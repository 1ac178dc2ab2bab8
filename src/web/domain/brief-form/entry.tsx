import { type ReactNode, useId } from 'react'
import { Icon } from '../../ui/icon/icon'
import * as fields from '../../ui/input/fields.module.css'

type ControlProps = {
  id: string
  className: string | undefined
  autoComplete: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

type EntryProps = {
  label: string
  error?: string | undefined
  hint?: string
  children: (props: ControlProps) => ReactNode
}

/** A labelled control with its hint, or what is wrong with it. */
export const Entry = ({ label, error, hint, children }: EntryProps) => {
  const id = useId()
  const below = error ?? hint
  return (
    <div className={fields.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        ...{ id, className: fields.input, autoComplete: 'off', 'aria-invalid': error !== undefined },
        'aria-describedby': below && `${id}-below`,
      })}
      {below && (
        <span className={error ? fields.error : fields.hint} id={`${id}-below`}>
          {error && <Icon name="circle-alert" small />}
          {below}
        </span>
      )}
    </div>
  )
}

type ChoiceProps = { label: string; value: string; onChange: (value: string) => void; words: Record<string, string> }

export const Choice = ({ label, value, onChange, words }: ChoiceProps) => {
  const id = useId()
  return (
    <div className={fields.field}>
      <label htmlFor={id}>{label}</label>
      <select className={fields.select} id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {Object.entries(words).map(([key, word]) => (
          <option key={key} value={key}>
            {word}
          </option>
        ))}
      </select>
    </div>
  )
}
