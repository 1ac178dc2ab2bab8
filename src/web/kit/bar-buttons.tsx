import { memo } from 'react'
import { tellServer, usePreference } from './preferences'
import { shared } from './shared'
import { Icon } from './ui/icon'
import { KeyCap } from './ui/key-cap'

export const useFolded = () => {
  const [value, set] = usePreference('nav', 'open')
  const folded = value === 'folded'
  const toggle = () => {
    const next = folded ? 'open' : 'folded'
    set(next)
    tellServer('nav', next)
  }
  return { folded, toggle }
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

/** What lies over the page and is opened from anywhere. */
type Overlay = 'keyboard' | 'palette' | null

const overlay = shared<Overlay>(null)

export const show = overlay.set
export const useOverlay = overlay.use

export const FindButton = memo(() => (
  <button type="button" className="find" aria-keyshortcuts="Control+K" onClick={() => show('palette')}>
    <Icon name="search" />
    <span>Search or paste an ID</span>
    <KeyCap>Ctrl</KeyCap>
    <KeyCap>K</KeyCap>
  </button>
))

export const KeyboardButton = memo(() => (
  <button
    type="button"
    className="icon-button keyboard"
    title="Keyboard (?)"
    aria-label="Keyboard"
    onClick={() => show('keyboard')}
  >
    <Icon name="keyboard" />
  </button>
))
