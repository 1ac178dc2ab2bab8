import { createStore } from '../../lib/store'

/** Dialogs that can be opened from any page. */
type Overlay = 'keyboard' | 'palette' | null

const overlay = createStore<Overlay>(null)
let typed = ''

export const showOverlay = (shown: Overlay) => {
  typed = ''
  overlay.set(shown)
}
export const useOverlay = overlay.use

/** What was typed for the palette before it was loaded. */
export const typedAhead = () => typed

/** Types for the palette before it is loaded. Returns whether the key has a meaning there. */
export const typeAhead = (key: string) => {
  if (key === 'Escape') showOverlay(null)
  else if (key === 'Backspace') typed = typed.slice(0, -1)
  else if (key.length === 1) typed += key
  else return key === 'Enter'
  return true
}
