import * as styles from './tooltip.module.css'

/** The pointer rests this long before a tip is shown, and may take this long to move onto it. */
const delay = 300
const controls = 'a, button, input, select, textarea, summary, label'

const tooltip = document.createElement('div')
tooltip.className = styles.tooltip
tooltip.role = 'tooltip'
tooltip.popover = 'manual'

let anchor: HTMLElement | null = null
let timer: ReturnType<typeof setTimeout> | undefined

const show = (element: HTMLElement, by: 'pointer' | 'focus') => {
  clearTimeout(timer)
  hide()
  if (!element.isConnected || !element.dataset.tip) return
  anchor = element
  tooltip.textContent = element.dataset.tip ?? ''
  // Hovering reaches the text; one that only follows the focus lets clicks through.
  tooltip.dataset.by = by
  // What is outside a modal dialog is inert.
  const place = element.closest('dialog') ?? document.body
  place.append(tooltip)
  tooltip.showPopover({ source: element })
}

const hide = () => {
  clearTimeout(timer)
  anchor = null
  tooltip.remove()
}

/** True if the tip adds something: its text is not shown, or is cut off. */
// biome-ignore lint/performance/useDomNodeTextContent: only what is shown counts
const saysMore = (element: HTMLElement) => !element.innerText.includes(element.dataset.tip ?? '') || isCutOff(element)

const isCutOff = (element: HTMLElement) => {
  for (let box: HTMLElement | null = element, up = 0; box && up < 4; box = box.parentElement, up += 1)
    if (getComputedStyle(box).overflow !== 'visible')
      return box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1
  return false
}

/** The nearest element around a target that has something to say. */
const explained = (target: EventTarget | null) => {
  let element = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
  while (element && !saysMore(element)) element = element.parentElement?.closest<HTMLElement>('[data-tip]') ?? null
  return element
}

const later = (act: () => void) => {
  clearTimeout(timer)
  timer = setTimeout(act, delay)
}

document.addEventListener('pointerover', ({ target, pointerType }) => {
  if (pointerType === 'touch') return
  if (target === tooltip) return clearTimeout(timer)
  const element = explained(target)
  if (element && element === anchor) clearTimeout(timer)
  else if (element) later(() => show(element, 'pointer'))
  else if (anchor && !anchor.contains(document.activeElement)) later(hide)
  else clearTimeout(timer)
})

// The pointer has left the window.
document.documentElement.addEventListener('pointerleave', () => later(hide))

const follow = (target: EventTarget | null) => {
  const element = target instanceof Element && target.matches(':focus-visible') && explained(target)
  if (element) show(element, 'focus')
  else hide()
}

document.addEventListener('focusin', ({ target }) => follow(target))

document.addEventListener('focusout', hide)

// Pressing a working control hides its tip; a disabled one shows why, and plain text its tip on touch.
document.addEventListener('click', (event) => {
  if (event.target === tooltip) return
  const control = (event.target as Element).closest?.(controls)
  const isTouch = event instanceof PointerEvent && event.pointerType === 'touch'
  const element = (control ? control.ariaDisabled === 'true' : isTouch) ? explained(event.target) : null
  if (element) show(element, 'pointer')
  else hide()
})

document.addEventListener(
  'keydown',
  (event) => {
    if (['Tab', 'Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
    if (event.key === 'Escape' && anchor?.ariaDescription) {
      event.preventDefault()
      event.stopPropagation()
    }
    hide()
  },
  true,
)

// The focus, or the pointer, may have come before this file did.
follow(document.activeElement)
const pointed = explained([...document.querySelectorAll(':hover')].at(-1) ?? null)
if (pointed && !anchor) later(() => show(pointed, 'pointer'))
