import { type KeyboardEvent, useEffect, useRef } from 'react'
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
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const pressed = list.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
    ;(pressed ?? list.current?.querySelector('button'))?.focus()
  }, [])
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const all = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = all.indexOf(event.currentTarget)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    all.at(to % all.length)?.focus()
  }
  return (
    <ul className={styles.choices} ref={list}>
      {choices.map(([key, word]) => (
        <li key={key}>
          <button
            type="button"
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
