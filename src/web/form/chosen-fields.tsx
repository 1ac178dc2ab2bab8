import { type ComponentProps, useState } from 'react'
import { largestLogo } from '../../contract/brand'
import * as buttons from '../ui/buttons.module.css'
import * as fields from '../ui/fields.module.css'
import * as styles from './chosen-fields.module.css'

/** A control that has no text: `now` is what is chosen. */
type Props = {
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
}: Props & { words: Record<string, string> }) => {
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
export const ColourField = ({ label, now, onChoose, input }: Props & { input: ComponentProps<'input'> }) => (
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

const accepted = 'image/png, image/jpeg'

/** A PNG or JPEG as the address of its data. */
export const ImageField = ({ id, now, describedBy, isInvalid, onChoose }: Props) => {
  const [problem, setProblem] = useState<string | null>(null)
  const choose = async (file: File | undefined) => {
    if (!file) return
    if (!accepted.includes(file.type || 'none'))
      return setProblem('This file is not a PNG or JPEG. Choose one that is.')
    if (file.size > largestLogo) return setProblem('This picture is larger than 512\u00a0KB. Choose a smaller one.')
    setProblem(null)
    onChoose(await addressOf(file))
  }
  return (
    <div className={styles.image}>
      {now && <img src={now} alt="" />}
      <input
        type="file"
        id={id}
        accept={accepted}
        aria-invalid={isInvalid || problem !== null}
        aria-describedby={describedBy}
        onChange={({ target }) => void choose(target.files?.[0])}
      />
      {now && (
        <button type="button" className={buttons.button} data-kind="bare" onClick={() => onChoose('')}>
          Remove
        </button>
      )}
      {problem && (
        <span className={fields.error} role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}

const addressOf = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error))
    reader.readAsDataURL(file)
  })
