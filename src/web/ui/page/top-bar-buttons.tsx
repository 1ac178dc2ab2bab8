import { memo } from 'react'
import { usePreference } from '../../lib/preferences'
import { useShortcutKey, withKey } from '../../lib/shortcuts'
import { IconButton } from '../button'
import { Icon } from '../icon/icon'
import { KeyCap } from '../key-cap'
import { showOverlay } from '../overlay/page-overlay'
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
    <IconButton
      icon={folded ? 'panel-left-open' : 'panel-left-close'}
      label={label}
      tip={`${label} (Ctrl .)`}
      className={styles.fold}
      aria-expanded={!folded}
      onClick={toggle}
    />
  )
}

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
    <IconButton
      icon="keyboard"
      label="Keyboard"
      tip={withKey('Keyboard', keyOf('?'))}
      onClick={() => showOverlay('keyboard')}
    />
  )
})
