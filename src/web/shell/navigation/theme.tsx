import { setPreferenceCookie } from '../../lib/preferences'
import { cookiePreference } from '../../lib/request-context'
import { createStore } from '../../lib/store'
import { Icon, type IconName } from '../../ui/icon/icon'
import { tip } from '../../ui/overlay/tip'
import * as styles from './theme.module.css'

const themes: { value: string; label: string; icon: IconName }[] = [
  { value: 'system', label: 'Follow the system', icon: 'monitor' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
]

/** Since the page was loaded, here or in the palette. */
const chosen = createStore<string | null>(null)

export const applyTheme = (theme: string) => {
  const isSystem = theme === 'system'
  setPreferenceCookie('theme', isSystem ? '' : theme)
  if (isSystem) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  chosen.set(theme)
}

export const Theme = () => {
  const theme =
    chosen.use() ?? cookiePreference('theme') ?? globalThis.document?.documentElement.dataset.theme ?? 'system'
  return (
    <fieldset className={styles.theme}>
      <legend className="visually-hidden">Theme</legend>
      {themes.map(({ value, label, icon }) => (
        <label key={value} {...tip(label)}>
          <input
            type="radio"
            name="theme"
            value={value}
            aria-label={label}
            checked={theme === value}
            onChange={() => applyTheme(value)}
          />
          <Icon name={icon} />
        </label>
      ))}
    </fieldset>
  )
}
