import { Tick } from '../ui/input/tick'
import * as styles from './choices-field.module.css'
import type { ControlProps } from './fields'

/** Several of a few values, with commas between them, in the order in which they are offered. */
export const ChoicesField = ({
  label,
  now,
  words,
  onChoose,
  input,
}: ControlProps & { words: Record<string, string> }) => {
  const chosen = now.split(',')
  const set = (value: string, isChosen: boolean) =>
    onChoose(
      Object.keys(words)
        .filter((one) => (one === value ? isChosen : chosen.includes(one)))
        .join(','),
    )
  return (
    <fieldset className={styles.choices} id={input.id} aria-label={label} aria-describedby={input['aria-describedby']}>
      {Object.entries(words).map(([value, word]) => (
        <Tick key={value} checked={chosen.includes(value)} onChange={({ target }) => set(value, target.checked)}>
          {word}
        </Tick>
      ))}
    </fieldset>
  )
}
