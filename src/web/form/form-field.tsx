import { memo, useId, useState } from 'react'
import type { UseFormRegister, UseFormSetValue } from 'react-hook-form'
import type { AnyRecord } from '../record/record-type'
import * as notices from '../ui/facts/notice.module.css'
import { Glyph } from '../ui/icon/glyph'
import { Icon } from '../ui/icon/icon'
import * as fields from '../ui/input/fields.module.css'
import { ChoicesField } from './choices-field'
import { cleaned, type FormFieldSpec, type Texts } from './fields'
import * as styles from './form.module.css'

type Props = {
  name: string
  spec: FormFieldSpec
  record: AnyRecord
  register: UseFormRegister<Texts>
  setValue: UseFormSetValue<Texts>
  isChanged: boolean
  /** Saved and current text. */
  before: string
  now: string
  error: string | undefined
  /** The record lacks this field, so its value is unknown. */
  unknown: boolean
}

/** Memoised: typing in one field renders no other. */
export const FormField = memo((props: Props) => {
  const { name, spec, record, register, setValue, isChanged, before, now, error, unknown } = props
  const { label, hint, kind, control: Control, words, none, options, effect, placeholder, from, whole, half } = spec
  const id = useId()
  const [isOffering, setOffering] = useState(false)
  const effectText = isChanged && !error && effect?.(record, now)
  const below = error ?? hint ?? (unknown ? 'This server doesn’t show the current value.' : undefined)
  const input = {
    ...register(name, { setValueAs: (text) => cleaned(spec, before, text) }),
    id,
    // Initial value for server rendering; afterwards the form owns it.
    defaultValue: before,
    'aria-invalid': error !== undefined,
    'aria-describedby': [below && `${id}-below`, effectText && `${id}-effect`].filter(Boolean).join(' ') || undefined,
  }
  const onChoose = (text: string) => setValue(name, text, { shouldDirty: true, shouldValidate: true })
  return (
    <>
      <div className={fields.field} data-changed={isChanged || undefined} data-half={half}>
        <div className={fields.label}>
          <label htmlFor={id}>{label}</label>
          {isChanged && <Glyph name="pending" />}
          <Was {...{ isChanged, before, now, error, spec }} />
        </div>
        {Control ? (
          <Control {...{ label, now, onChoose, input }} />
        ) : kind === 'choices' ? (
          <ChoicesField {...{ label, now, onChoose, input }} words={words ?? {}} />
        ) : words ? (
          <select className={fields.select} {...input}>
            {unknown ? <option value="">Leave unchanged</option> : none && !before && <option value="">{none}</option>}
            {before && !(before in words) && <option value={before}>{before}</option>}
            {Object.entries(words).map(([value, word]) => (
              <option key={value} value={value}>
                {word}
              </option>
            ))}
          </select>
        ) : kind === 'notes' ? (
          <textarea className={fields.input} rows={placeholder ? 3 : 5} placeholder={placeholder} {...input} />
        ) : (
          <input
            className={
              kind === 'number'
                ? `${fields.input} ${fields.number}`
                : kind === 'code'
                  ? `${fields.input} ${styles.code}`
                  : fields.input
            }
            type={kind === 'day' ? 'date' : kind === 'url' ? 'url' : 'text'}
            min={from}
            inputMode={kind === 'number' ? (whole ? 'numeric' : 'decimal') : undefined}
            autoComplete="off"
            placeholder={placeholder}
            list={options && `${id}-options`}
            onFocus={() => setOffering(true)}
            {...input}
          />
        )}
        {options && (
          <datalist id={`${id}-options`}>
            {isOffering &&
              options(record).map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
          </datalist>
        )}
        {below && (
          <span className={error ? fields.error : fields.hint} id={`${id}-below`}>
            {error && <Icon name="circle-alert" small />}
            {below}
          </span>
        )}
      </div>
      {effectText && (
        <p className={notices.notice} data-tone="attention" role="status" id={`${id}-effect`}>
          <Glyph name="pending" />
          <span>{effectText}</span>
        </p>
      )}
    </>
  )
})

type WasProps = Pick<Props, 'isChanged' | 'before' | 'now' | 'error' | 'spec'>

/** Beside the label: length, and the previous value if changed. */
const Was = ({ isChanged, before, now, error, spec: { control, max, kind } }: WasProps) => {
  const length = [...now].length
  if (max && !control && (length > max * 0.8 || (!isChanged && max > 200 && length > 0)))
    return (
      <span className={fields.was}>
        {length} of {max}
      </span>
    )
  if (!isChanged) return null
  const isShort = !control && (kind === 'number' || error)
  return <span className={fields.was}>{isShort && before ? `was ${before}` : 'changed'}</span>
}
