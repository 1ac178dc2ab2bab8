import { useState } from 'react'
import { setPreferenceCookie } from '../lib/preferences'
import { cookiePreference } from '../lib/request-context'
import { Icon, type IconName } from '../ui/icon/icon'
import { tip } from '../ui/overlay/tip'
import * as styles from './theme.module.css'

const themes: { value: string; label: string; icon: IconName }[] = [
  { value: 'system', label: 'Follow the system', icon: 'monitor' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
]

export const applyTheme = (theme: string) => {
  const isSystem = theme === 'system'
  setPreferenceCookie('theme', isSystem ? '' : theme)
  if (isSystem) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export const Theme = () => {
  const [theme, setTheme] = useState(
    () => cookiePreference('theme') ?? globalThis.document?.documentElement.dataset.theme ?? 'system',
  )
  const choose = (value: string) => {
    applyTheme(value)
    setTheme(value)
  }
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
            onChange={() => choose(value)}
          />
          <Icon name={icon} />
        </label>
      ))}
    </fieldset>
  )
}
