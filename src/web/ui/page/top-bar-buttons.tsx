import { memo } from 'react'
import { usePreference } from '../../lib/preferences'
import { useShortcutKey, withKey } from '../../lib/shortcuts'
import { createStore } from '../../lib/store'
import * as buttons from '../buttons.module.css'
import { Icon } from '../icon/icon'
import { KeyCap } from '../key-cap'
import { tip } from '../overlay/tip'
import * as styles from './page.module.css'

export const useFoldedNavigation = () => {
  const [value, set] = usePreference('nav', 'open', { name: 'nav' })
  const folded = value === 'folded'
  return { folded, toggle: () => set(folded ? 'open' : 'folded') }
}

export const FoldButton = () => {
  const { folded, toggle } = useFoldedNavigation()
  const label = folded ? 'Expand the navigation' : 'Collapse the navigation'
  return (
    <button
      type="button"
      className={`${buttons.iconButton} ${styles.fold}`}
      {...tip(`${label} (Ctrl .)`)}
      aria-label={label}
      aria-expanded={!folded}
      onClick={toggle}
    >
      <Icon name={folded ? 'panel-left-open' : 'panel-left-close'} />
    </button>
  )
}

/** Dialogs that can be opened from any page. */
type Overlay = 'keyboard' | 'palette' | null

const overlay = createStore<Overlay>(null)

export const showOverlay = overlay.set
export const useOverlay = overlay.use

export const FindButton = memo(() => (
  <button type="button" className={styles.find} aria-keyshortcuts="Control+K" onClick={() => showOverlay('palette')}>
    <Icon name="search" />
    <span>Search or paste an ID</span>
    <KeyCap>Ctrl</KeyCap>
    <KeyCap>K</KeyCap>
  </button>
))

export const KeyboardButton = memo(() => {
  const keyOf = useShortcutKey()
  return (
    <button
      type="button"
      className={buttons.iconButton}
      {...tip(withKey('Keyboard', keyOf('?')))}
      aria-label="Keyboard"
      onClick={() => showOverlay('keyboard')}
    >
      <Icon name="keyboard" />
    </button>
  )
})
