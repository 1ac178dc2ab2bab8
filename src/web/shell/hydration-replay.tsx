import { type ReactNode, useInsertionEffect, useLayoutEffect, useRef, useState } from 'react'

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const fields = 'input, select, textarea'
const anything = `a, button, summary, ${fields}`

/** Repeats input made before hydration (typing, choices, opened details, submits, scroll, focus), which hydration would undo. */
export const HydrationReplay = ({ root, children }: { root: Element; children: ReactNode }) => {
  const [before] = useState(() => ({ page: root.querySelector('main'), replay: captureInput(root) }))
  const latest = useRef(before.replay)
  // Captured again at the last moment, before forms register their fields and set them to saved values.
  useInsertionEffect(() => {
    if (before.page !== null && root.contains(before.page)) latest.current = captureInput(root)
  }, [root, before])
  useLayoutEffect(() => {
    root.removeAttribute('data-ssr')
    latest.current()
  }, [root])
  return children
}

/** Captures the input so far; the returned function replays it. */
const captureInput = (root: Element) => {
  const focused = whichOf(root, anything, document.activeElement)
  const changed = [...root.querySelectorAll<Field>(fields)]
    .filter(isChanged)
    .map((field) => ({ value: field.value, caret: caretOf(field), at: whichOf(root, fields, field) }))
  const submitted = [...root.querySelectorAll('form[data-submitted]')].map((form) => whichOf(root, 'form', form))
  const scrolled = root.querySelector('[data-scroll]')?.scrollTop

  return () => {
    focused(root)?.focus({ preventScroll: true })
    for (const { value, caret, at } of changed) {
      const field = at(root) as Field | undefined
      repeat(value, field)
      // Safari would move the focus along to a field that has it not.
      if (caret && field && field === document.activeElement && !(field instanceof HTMLSelectElement))
        field.setSelectionRange(...caret)
    }
    // Some render their content on `toggle`. Not those of the navigation, which the server sends open even if the user has folded them.
    for (const opened of root.querySelectorAll('main details[open]')) opened.dispatchEvent(new Event('toggle'))
    if (scrolled) root.querySelector('[data-scroll]')?.scrollTo(0, scrolled)
    // Runs after React has rendered the typed text.
    for (const at of submitted) setTimeout(() => (at(root) as HTMLFormElement | undefined)?.requestSubmit())
  }
}

/** Finds the matching element after hydration by its name, and its position among those of this name, since others may come and go. */
const whichOf = (root: Element, kind: string, element: Element | null) => {
  if (!element?.matches(kind)) return () => undefined
  const name = nameOf(element)
  const namesakes = (now: Element) => [...now.querySelectorAll<HTMLElement>(kind)].filter((one) => nameOf(one) === name)
  const at = namesakes(root).indexOf(element as HTMLElement)
  return (now: Element) => namesakes(now)[at]
}

/** IDs differ between two renderings. */
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
  // Of radio buttons only the chosen one: the others follow.
  if (isTicked(field)) return field.checked !== field.defaultChecked && (field.checked || field.type === 'checkbox')
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue
  const first = [...field.options].findIndex(({ defaultSelected }) => defaultSelected)
  return field.selectedIndex !== Math.max(0, first)
}

/** Changes a field with the events of a person's input. */
const repeat = (value: string, to: Field | undefined) => {
  if (!to) return
  if (isTicked(to)) {
    to.checked = to.defaultChecked
    return to.click()
  }
  const isText = !(to instanceof HTMLSelectElement)
  if (isText) to.value = to.defaultValue
  // React overrides the element’s value setter and would ignore the value otherwise.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(to), 'value')?.set?.call(to, value)
  to.dispatchEvent(new Event(isText ? 'input' : 'change', { bubbles: true }))
}
