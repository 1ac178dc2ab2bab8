import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { type PreferenceCookie, tooLong } from '../../contract/core/ssr-protocol'
import { cookiePreference } from './request-context'

/** What the storage did not take, being forbidden or full: it lasts as long as the page. */
const memory = new Map<string, string>()
const listeners = new Set<() => void>()

export const readPreference = (name: string) => {
  try {
    return memory.get(name) ?? localStorage.getItem(name)
  } catch {
    return memory.get(name) ?? null
  }
}

export const writePreference = (name: string, value: string) => {
  try {
    localStorage.setItem(name, value)
    memory.delete(name)
  } catch {
    memory.set(name, value)
  }
  for (const listener of listeners) listener()
}

/** Takes every setting away whose name begins so. */
export const removePreferences = (start: string) => {
  for (const name of memory.keys()) if (name.startsWith(start)) memory.delete(name)
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(start)) localStorage.removeItem(name)
  } catch {}
}

const year = 365 * 24 * 60 * 60

/** Tells the server a setting by which it renders the pages below this path. An empty value removes it. */
export const setPreferenceCookie = (name: string, value: string, path = '/') => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we support
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=${path}; SameSite=Lax; Max-Age=${value ? year : 0}${secure}`
}

/** A cookie holds 4096 bytes, of which names and attributes take some. */
const longestCookie = 3000

/** The same for a setting that may be long. */
export const setLongPreferenceCookie = (name: PreferenceCookie, value: string, path?: string) =>
  setPreferenceCookie(name, encodeURIComponent(value).length > longestCookie ? tooLong : value, path)

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

type Cookie = { name: PreferenceCookie; path?: string }

/** A setting that is kept on this computer, and in a cookie where the server renders by it. */
export const usePreference = (name: string, otherwise: string, cookie?: Cookie) => {
  const value = useSyncExternalStore(
    subscribe,
    () => readPreference(name) ?? otherwise,
    () => (cookie && cookiePreference(cookie.name)) ?? otherwise,
  )
  const { name: cookieName, path } = cookie ?? {}
  // At each visit, because browsers forget cookies sooner than what they store.
  useEffect(() => {
    if (cookieName) setLongPreferenceCookie(cookieName, value === otherwise ? '' : value, path)
  }, [cookieName, path, value, otherwise])
  const set = useCallback((next: string) => writePreference(name, next), [name])
  return [value, set] as const
}
