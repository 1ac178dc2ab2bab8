import { memo, useId, useState } from 'react'
import type { UseFormRegister, UseFormSetValue } from 'react-hook-form'
import type { AnyRecord } from '../record/record-type'
import * as fields from '../ui/fields.module.css'
import { Glyph } from '../ui/icon/glyph'
import { Icon } from '../ui/icon/icon'
import { lazyComponent } from '../ui/lazy-component'
import * as notices from '../ui/notice.module.css'
import { ChoicesField, ColourField } from './chosen-fields'
import { cleaned, type FormFieldSpec, type Texts } from './fields'
import * as styles from './form.module.css'

const ImageField = lazyComponent(async () => (await import('./image-field')).ImageField)

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
  const { label, hint, kind, words, max, options, effect, placeholder, from, whole } = spec
  const id = useId()
  const [isOffering, setOffering] = useState(false)
  const effectText = isChanged && !error && effect?.(record, now)
  const below = error ?? hint ?? (unknown ? 'This server doesn’t show the current value.' : undefined)
  const shared = {
    ...register(name, { setValueAs: (text) => cleaned(spec, before, text) }),
    id,
    // Initial value for server rendering; afterwards the form owns it.
    defaultValue: before,
    'aria-invalid': error !== undefined,
    'aria-describedby': [below && `${id}-below`, effectText && `${id}-effect`].filter(Boolean).join(' ') || undefined,
  }
  const chosen = {
    ...{ id, label, now },
    describedBy: shared['aria-describedby'],
    isInvalid: error !== undefined,
    onChoose: (text: string) => setValue(name, text, { shouldDirty: true, shouldValidate: true }),
  }
  return (
    <>
      <div className={fields.field} data-changed={isChanged || undefined}>
        <div className={fields.label}>
          <label htmlFor={id}>{label}</label>
          {isChanged && <Glyph name="pending" />}
          <Was {...{ isChanged, before, now, max, kind, error }} />
        </div>
        {kind === 'choices' ? (
          <ChoicesField {...chosen} words={words ?? {}} />
        ) : kind === 'image' ? (
          <ImageField {...chosen} />
        ) : kind === 'colour' ? (
          <ColourField {...chosen} input={shared} />
        ) : words ? (
          <select className={fields.select} {...shared}>
            {unknown && <option value="">Leave unchanged</option>}
            {before && !(before in words) && <option value={before}>{before}</option>}
            {Object.entries(words).map(([value, word]) => (
              <option key={value} value={value}>
                {word}
              </option>
            ))}
          </select>
        ) : kind === 'notes' ? (
          <textarea className={fields.input} rows={placeholder ? 3 : 5} placeholder={placeholder} {...shared} />
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
            {...shared}
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
        <p className={`${notices.notice} ${styles.effect}`} data-tone="attention" role="status" id={`${id}-effect`}>
          <Glyph name="pending" />
          <span>{effectText}</span>
        </p>
      )}
    </>
  )
})

type WasProps = Pick<Props, 'before' | 'now' | 'error'> & Pick<FormFieldSpec, 'max' | 'kind'> & { isChanged: boolean }

/** Beside the label: length, and the previous value if changed. */
const Was = ({ isChanged, before, now, max, kind, error }: WasProps) => {
  const length = [...now].length
  if (kind === 'image' || kind === 'colour') return isChanged && <span className={fields.was}>changed</span>
  if (max && (length > max * 0.8 || (!isChanged && max > 200 && length > 0)))
    return (
      <span className={fields.was}>
        {length} of {max}
      </span>
    )
  if (!isChanged) return null
  return <span className={fields.was}>{(kind === 'number' || error) && before ? `was ${before}` : 'changed'}</span>
}
