import type { ComponentProps } from 'react'
import * as fields from '../ui/fields.module.css'
import * as styles from './chosen-fields.module.css'

/** A control that has no text: `now` is what is chosen. */
export type ChosenProps = {
  id: string
  label: string
  now: string
  describedBy: string | undefined
  isInvalid: boolean
  onChoose: (text: string) => void
}

/** Several of a few values, with commas between them, in the order in which they are offered. */
export const ChoicesField = ({
  id,
  label,
  now,
  describedBy,
  words,
  onChoose,
}: ChosenProps & { words: Record<string, string> }) => {
  const chosen = now.split(',')
  const set = (value: string, isChosen: boolean) =>
    onChoose(
      Object.keys(words)
        .filter((one) => (one === value ? isChosen : chosen.includes(one)))
        .join(','),
    )
  return (
    <fieldset className={styles.choices} id={id} aria-label={label} aria-describedby={describedBy}>
      {Object.entries(words).map(([value, word]) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={({ target }) => set(value, target.checked)}
          />
          {word}
        </label>
      ))}
    </fieldset>
  )
}

/** A colour as text, and beside it the browser’s means to pick one. */
export const ColourField = ({ label, now, onChoose, input }: ChosenProps & { input: ComponentProps<'input'> }) => (
  <div className={styles.colour}>
    <input
      type="color"
      aria-label={`Pick the ${label.toLowerCase()}`}
      value={/^#[0-9a-f]{6}$/i.test(now) ? now : '#000000'}
      onChange={({ target }) => onChoose(target.value)}
    />
    <input className={fields.input} autoComplete="off" spellCheck={false} {...input} />
  </div>
)
