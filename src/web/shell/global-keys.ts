import { useLayoutEffect } from 'react'
import { showOverlay, typeAhead, useOverlay } from '../ui/overlay/page-overlay'

const isDialogOpen = () => document.querySelector('dialog[open]') !== null

/** Keys that work everywhere, also while typing: Ctrl K, Ctrl . and what is typed while the palette loads. */
export const useGlobalKeys = (toggleNavigation: () => void) => {
  const isPalette = useOverlay() === 'palette'
  // As in useShortcuts: keys work as soon as the page is seen. In the capture phase, so that what is typed while the palette
  // loads goes into its field and is no shortcut of the page.
  useLayoutEffect(() => {
    const openPalette = () => {
      if (!isPalette && !isDialogOpen()) showOverlay('palette')
    }
    const pressWithCtrl = (key: string) => {
      if (key === '.') toggleNavigation()
      else if (key === 'k') openPalette()
      else return false
      return true
    }
    const isPaletteLoading = () => isPalette && !isDialogOpen()
    const onKey = (event: KeyboardEvent) => {
      const { key, altKey } = event
      const isTaken =
        event.ctrlKey || event.metaKey ? pressWithCtrl(key) : !altKey && isPaletteLoading() && typeAhead(key)
      if (!isTaken) return
      event.preventDefault()
      event.stopPropagation()
    }
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [toggleNavigation, isPalette])
}
