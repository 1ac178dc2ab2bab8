import { useSyncExternalStore } from 'react'
import { usePreference } from './preferences'
import { Icon } from './ui/icon'

export const useFolded = () => {
  const [value, set] = usePreference('nav', 'open')
  const folded = value === 'folded'
  return { folded, toggle: () => set(folded ? 'open' : 'folded') }
}

export const Fold = () => {
  const { folded, toggle } = useFolded()
  const label = folded ? 'Unfold the navigation' : 'Fold the navigation'
  return (
    <button
      type="button"
      className="icon-button fold"
      title={`${label} (Ctrl .)`}
      aria-label={label}
      aria-expanded={!folded}
      onClick={toggle}
    >
      <Icon name={folded ? 'panel-left-open' : 'panel-left-close'} />
    </button>
  )
}

let helpIsOpen = false
const listeners = new Set<() => void>()

export const showHelp = (open: boolean) => {
  helpIsOpen = open
  for (const listener of listeners) listener()
}

export const useHelp = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => helpIsOpen,
  )

export const KeyboardButton = () => (
  <button
    type="button"
    className="icon-button keyboard"
    title="Keyboard (?)"
    aria-label="Keyboard"
    onClick={() => showHelp(true)}
  >
    <Icon name="keyboard" />
  </button>
)
