import { type ReactNode, useLayoutEffect, useState } from 'react'

type Field = HTMLInputElement | HTMLSelectElement

const fields = 'input, select'
const anything = 'a, button, summary, input, select'

/** The drawn page is replaced whole; what somebody has typed, chosen, scrolled or focused in it by then is not lost. */
export const TakeOver = ({ root, children }: { root: Element; children: ReactNode }) => {
  // As late as can be: it is worked out again each time that the page is tried to be drawn.
  const [redo] = useState(() => whatWasDone(root))
  useLayoutEffect(() => {
    root.removeAttribute('data-drawn')
    redo()
  }, [root, redo])
  return children
}

/** What was done to the page so far, as what does the same to the page that stands there then. */
const whatWasDone = (root: Element) => {
  const focused = whichOf(root, anything, document.activeElement)
  const changed = [...root.querySelectorAll<Field>(fields)]
    .filter(isChanged)
    .map((field) => ({ field, at: whichOf(root, fields, field) }))
  const scrolled = root.querySelector('.scroll')?.scrollTop

  return () => {
    focused(root)?.focus({ preventScroll: true })
    for (const { field, at } of changed) repeat(field, at(root) as Field | undefined)
    if (scrolled) root.querySelector('.scroll')?.scrollTo(0, scrolled)
  }
}

/** Finds an element's successor: at the same place among its likes, and called the same. */
const whichOf = (root: Element, kind: string, element: Element | null) => {
  const at = element ? [...root.querySelectorAll(kind)].indexOf(element) : -1
  return (now: Element) => {
    const successor = at === -1 ? undefined : now.querySelectorAll<HTMLElement>(kind)[at]
    return successor && nameOf(successor) === nameOf(element as Element) ? successor : undefined
  }
}

const nameOf = (element: Element) =>
  [element.tagName, element.id, element.getAttribute('aria-label'), element.getAttribute('href')].join()

const isTicked = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)

const isChanged = (field: Field) => {
  if (isTicked(field)) return field.checked && !field.defaultChecked
  if (field instanceof HTMLInputElement) return field.value !== field.defaultValue
  const first = [...field.options].findIndex(({ defaultSelected }) => defaultSelected)
  return field.selectedIndex !== Math.max(0, first)
}

/** As a person would, so that the page hears of it. */
const repeat = (from: Field, to: Field | undefined) => {
  if (!to) return
  if (isTicked(to)) return to.click()
  const isInput = to instanceof HTMLInputElement
  // Past React's own setter, which would take the value for known.
  const { prototype } = isInput ? HTMLInputElement : HTMLSelectElement
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(to, from.value)
  to.dispatchEvent(new Event(isInput ? 'input' : 'change', { bubbles: true }))
}
