import { type ReactNode, useInsertionEffect, useLayoutEffect, useRef, useState } from 'react'
import { markHydrated } from './lib/is-hydrating'
import { inNextTask } from './lib/next-task'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const fields = 'input, select, textarea'
const anything = `a, button, summary, ${fields}`

/** Looks are rules in a drawn page, because its policy forbids `style` attributes, but not the script that sets them. */
export const restoreInlineStyles = (root: Element) => {
  for (const { sheet } of root.querySelectorAll<HTMLStyleElement>('style[data-page-style]'))
    for (const rule of sheet?.cssRules ?? []) if (rule instanceof CSSStyleRule) takeLook(root, rule)
}

const takeLook = (root: Element, { selectorText, style }: CSSStyleRule) => {
  for (const element of root.querySelectorAll<HTMLElement>(selectorText)) {
    element.style.cssText = style.cssText
    element.removeAttribute('data-inline-style')
  }
}

/**
 * The app goes on with the drawn page, or replaces it where that is for somebody else; what a person has typed, chosen, sent, scrolled
 * or focused in it by then is not lost.
 */
export const HydrationReplay = ({ root, children }: { root: Element; children: ReactNode }) => {
  // As late as can be: it is worked out again each time that the page is tried to be drawn.
  const [before] = useState(() => ({ page: root.firstElementChild, redo: whatWasDone(root) }))
  const last = useRef(before.redo)
  // Where the drawing is kept, just before its fields are registered: a form then sets them to what it knows.
  useInsertionEffect(() => {
    if (before.page !== null && root.contains(before.page)) last.current = whatWasDone(root)
  }, [root, before])
  useLayoutEffect(() => {
    root.removeAttribute('data-ssr')
    markHydrated()
    for (const waiting of root.querySelectorAll('[data-ssr-pending]')) waiting.removeAttribute('data-ssr-pending')
    last.current()
  }, [root])
  return children
}

/** What was done to the page so far, as what does the same to the page that stands there then. */
const whatWasDone = (root: Element) => {
  const focused = whichOf(root, anything, document.activeElement)
  const changed = [...root.querySelectorAll<Field>(fields)]
    .filter(isChanged)
    .map((field) => ({ value: field.value, caret: caretOf(field), at: whichOf(root, fields, field) }))
  const sent = [...root.querySelectorAll('form[data-sent]')].map((form) => whichOf(root, 'form', form))
  const scrolled = root.querySelector('.scroll')?.scrollTop

  return () => {
    focused(root)?.focus({ preventScroll: true })
    for (const { value, caret, at } of changed) {
      const field = at(root) as Field | undefined
      repeat(value, field)
      // Safari would move the focus along to a field that has it not.
      if (caret && field && field === document.activeElement && !(field instanceof HTMLSelectElement))
        field.setSelectionRange(...caret)
    }
    if (scrolled) root.querySelector('.scroll')?.scrollTo(0, scrolled)
    // Once the form knows what was typed in it.
    for (const at of sent) inNextTask(() => (at(root) as HTMLFormElement | undefined)?.requestSubmit())
  }
}

/** Finds an element's successor: at the same place among its likes, and called the same. */
const whichOf = (root: Element, kind: string, element: Element | null) => {
  const at = element ? [...root.querySelectorAll(kind)].indexOf(element) : -1
  const name = element && nameOf(element)
  return (now: Element) => {
    const successor = at === -1 ? undefined : now.querySelectorAll<HTMLElement>(kind)[at]
    return successor && nameOf(successor) === name ? successor : undefined
  }
}

/** Not by its id: what is drawn anew has others. */
const nameOf = (element: Element) => {
  const label = (element as Partial<Field>).labels?.[0]?.textContent
  return [element.tagName, label, element.getAttribute('aria-label'), element.getAttribute('href')].join()
}

const caretOf = (field: Field): [number, number] | null => {
  if (field instanceof HTMLSelectElement || field.selectionStart === null) return null
  return [field.selectionStart, field.selectionEnd ?? field.selectionStart]
}

const isTicked = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)

const isChanged = (field: Field) => {
  // Of a choice only what was chosen: what no longer is changes with it.
  if (isTicked(field)) return field.checked !== field.defaultChecked && (field.checked || field.type === 'checkbox')
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue
  const first = [...field.options].findIndex(({ defaultSelected }) => defaultSelected)
  return field.selectedIndex !== Math.max(0, first)
}

/** As a person would, so that the page hears of it. */
const repeat = (value: string, to: Field | undefined) => {
  if (!to) return
  if (isTicked(to)) {
    to.checked = to.defaultChecked
    return to.click()
  }
  const isText = !(to instanceof HTMLSelectElement)
  if (isText) to.value = to.defaultValue
  // Past React's own setter, which would take the value for known.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), 'value')?.set?.call(to, value)
  to.dispatchEvent(new Event(isText ? 'input' : 'change', { bubbles: true }))
}
