import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Glyph } from '../ui/icon/glyph'
import { Icon } from '../ui/icon/icon'
import type { FieldSpec } from './fields'

type Props = {
  spec: FieldSpec
  control: UseFormRegisterReturn
  /** Saved and current text. */
  before: string
  now: string
  error: string | undefined
  /** The record lacks this field, so its value is unknown. */
  unknown: boolean
}

export const FormField = ({ spec: { label, hint, kind, words, max }, control, before, now, error, unknown }: Props) => {
  const id = useId()
  const isChanged = now !== before
  const below = error ?? hint ?? (unknown ? 'This server doesn’t show the current value.' : undefined)
  const shared = {
    ...control,
    id,
    // Initial value for server rendering; afterwards the form owns it.
    defaultValue: before,
    'aria-invalid': error !== undefined,
    'aria-describedby': below ? `${id}-below` : undefined,
  }
  return (
    <div className="field" data-changed={isChanged || undefined}>
      <div className="label">
        <label htmlFor={id}>{label}</label>
        {isChanged && <Glyph name="pending" />}
        <Was {...{ isChanged, before, now, max, kind, error }} />
      </div>
      {words ? (
        <select className="select" {...shared}>
          {unknown && <option value="">Leave unchanged</option>}
          {before && !(before in words) && <option value={before}>{before}</option>}
          {Object.entries(words).map(([value, word]) => (
            <option key={value} value={value}>
              {word}
            </option>
          ))}
        </select>
      ) : kind === 'notes' ? (
        <textarea className="input" rows={5} {...shared} />
      ) : (
        <input
          className={kind === 'number' ? 'input num' : 'input'}
          type={kind === 'url' ? 'url' : 'text'}
          inputMode={kind === 'number' ? 'decimal' : undefined}
          autoComplete="off"
          {...shared}
        />
      )}
      {below && (
        <span className={error ? 'error' : 'hint'} id={`${id}-below`}>
          {error && <Icon name="circle-alert" small />}
          {below}
        </span>
      )}
    </div>
  )
}

type WasProps = Pick<Props, 'before' | 'now' | 'error'> & Pick<FieldSpec, 'max' | 'kind'> & { isChanged: boolean }

/** Beside the label: length, and the previous value if changed. */
const Was = ({ isChanged, before, now, max, kind, error }: WasProps) => {
  const length = [...now].length
  if (max && (length > max * 0.8 || (!isChanged && max > 200 && length > 0)))
    return (
      <span className="was">
        {length} of {max}
      </span>
    )
  if (!isChanged) return null
  return <span className="was">{(kind === 'number' || error) && before ? `was ${before}` : 'changed'}</span>
}
