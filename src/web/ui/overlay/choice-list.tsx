import type { KeyboardEvent } from 'react'
import { Icon } from '../icon/icon'
import * as styles from './choice-list.module.css'

type Props = {
  /** Keys and words, in their order. */
  choices: readonly (readonly [key: string, word: string])[]
  /** Marked as chosen; empty if none is. Undefined where nothing stays chosen. */
  chosen?: string
  onChoose: (key: string) => void
}

/** The choices of a popover. The chosen or first one takes the focus, and arrow keys move it. */
export const ChoiceList = ({ choices, chosen, onChoose }: Props) => {
  const focused = choices.find(([key]) => key === chosen) ?? choices[0]
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const all = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])]
    const at = all.indexOf(event.currentTarget)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    all.at(to % all.length)?.focus()
  }
  return (
    <ul className={styles.choices}>
      {choices.map(([key, word]) => (
        <li key={key}>
          <button
            type="button"
            // biome-ignore lint/a11y/noAutofocus: the choices are what the popover was opened for
            autoFocus={key === focused?.[0]}
            aria-pressed={chosen === undefined ? undefined : key === chosen}
            onClick={() => onChoose(key)}
            onKeyDown={onKeyDown}
          >
            {word}
            {key === chosen && <Icon name="check" small />}
          </button>
        </li>
      ))}
    </ul>
  )
}
