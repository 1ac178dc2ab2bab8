import { useState } from 'react'
import { Icon, type IconName } from '../kit/ui/icon'

const themes: { value: string; label: string; icon: IconName }[] = [
  { value: 'system', label: 'Follow the system', icon: 'monitor' },
  { value: 'light', label: 'Light', icon: 'sun' },
  { value: 'dark', label: 'Dark', icon: 'moon' },
]

const year = 365 * 24 * 60 * 60

/** A cookie and not storage, because the server writes it into the page before the first paint. */
export const applyTheme = (theme: string) => {
  const isSystem = theme === 'system'
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we support
  document.cookie = `theme=${isSystem ? '' : theme}; Path=/; SameSite=Lax; Max-Age=${isSystem ? 0 : year}`
  if (isSystem) delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export const Theme = () => {
  const [theme, setTheme] = useState(() => globalThis.document?.documentElement.dataset.theme ?? 'system')
  const choose = (value: string) => {
    applyTheme(value)
    setTheme(value)
  }
  return (
    <fieldset className="theme">
      <legend className="visually-hidden">Theme</legend>
      {themes.map(({ value, label, icon }) => (
        <label key={value} title={label}>
          <Icon name={icon} />
          <input
            type="radio"
            name="theme"
            aria-label={label}
            checked={theme === value}
            onChange={() => choose(value)}
          />
        </label>
      ))}
    </fieldset>
  )
}
