import {
  type FocusEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { isTyping } from '../../lib/shortcuts'
import { createStore } from '../../lib/store'
import { Button, IconButton } from '../button'
import { Glyph } from '../icon/glyph'
import { KeyCap } from '../key-cap'
import * as layout from '../layout.module.css'
import type { Tone } from '../status-badge'
import * as styles from './toasts.module.css'

/** What happened: `title` in bold, `text` after it. */
type ToastContent = {
  tone: Tone
  title?: string
  text?: ReactNode
  more?: ReactNode
  undo?: () => void
  link?: ReactNode
}

type Shown = ToastContent & { number: number }
const shown = createStore<Shown | null>(null)
let count = 0

/** Replaces the current toast. */
export const toast = (content: ToastContent) => {
  count += 1
  shown.set({ ...content, number: count })
}

const readingTime = 10_000

export const Toasts = () => {
  const content = shown.use()
  return (
    <div role="status" aria-live="polite">
      {content && <Toast key={content.number} {...content} />}
    </div>
  )
}

const glyphOf = { good: 'done', attention: 'pending', bad: 'error', calm: 'idle' } as const

const Toast = ({ tone, title, text, more, undo, link }: ToastContent) => {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => shown.set(null), readingTime)
    return () => clearTimeout(timer)
  }, [held])
  useUndoKey(undo)
  const toastElement = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<Element | null>(null)
  const hold = () => setHeld(true)
  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent) => {
    hold()
    // None when the window gets the focus back.
    if (relatedTarget && !currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget
  }
  // The toast goes, and would take the focus with it.
  useLayoutEffect(() => {
    const own = toastElement.current
    return () => {
      if (own?.contains(document.activeElement) && cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
    }
  }, [])
  const release = ({ currentTarget }: SyntheticEvent) => setHeld(currentTarget.matches(':hover, :focus-within'))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stays longer under the pointer or the focus
    <div
      ref={toastElement}
      className={styles.toast}
      data-tone={tone}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={onFocus}
      onBlur={release}
    >
      <Glyph name={glyphOf[tone]} />
      <div>
        <p>
          {title && <b>{title}</b>} {text}
        </p>
        {more && <p>{more}</p>}
        {(undo || link) && (
          <div className={`${layout.actions} ${styles.actions}`}>
            {undo && (
              <Button icon="undo-2" small onClick={() => takeBack(undo)}>
                Undo <KeyCap>Ctrl Z</KeyCap>
              </Button>
            )}
            {link}
          </div>
        )}
      </div>
      <IconButton icon="x" label="Dismiss" tip={null} onClick={() => shown.set(null)} />
    </div>
  )
}

const takeBack = (undo: () => void) => {
  shown.set(null)
  undo()
}

const useUndoKey = (undo: (() => void) | undefined) => {
  useEffect(() => {
    if (!undo) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || isTyping(event.target)) return
      event.preventDefault()
      takeBack(undo)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [undo])
}
