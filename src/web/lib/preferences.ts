import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { z } from 'zod/mini'
import { type PreferenceCookie, tooLong } from '../../contract/core/ssr-protocol'
import { withBase } from './base-path'
import { parseJson } from './parse-json'
import { cookiePreference } from './request-context'

/** Values that storage rejected (blocked or full), kept in memory. */
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

/** Stored JSON of this form, else the fallback. */
export const parseStored = <S extends z.ZodMiniType, F>(schema: S, text: string, fallback: F): z.output<S> | F => {
  const { data, success } = schema.safeParse(parseJson(text))
  return success ? data : fallback
}

/** Prefix of the settings that hold recently opened records. They contain client names, so signing out removes them. */
export const seenRecords = 'seen '

/** Removes all settings with this prefix. */
export const removePreferences = (start: string) => {
  for (const name of memory.keys()) if (name.startsWith(start)) memory.delete(name)
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(start)) localStorage.removeItem(name)
  } catch {}
}

const year = 365 * 24 * 60 * 60

/** Cookies hold 4096 bytes including name and attributes. */
const longestCookie = 3000

/** Sets a cookie that the server renders by, for pages below this path. An empty value removes it. */
export const setPreferenceCookie = (name: string, value: string, path = '/') => {
  const encoded = encodeURIComponent(value)
  const kept = encoded.length > longestCookie ? encodeURIComponent(tooLong) : encoded
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we support
  document.cookie = `${name}=${kept}; Path=${withBase(path)}; SameSite=Lax; Max-Age=${value ? year : 0}${secure}`
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

type Cookie = { name: PreferenceCookie; path?: string }

/** A setting stored on this computer, and in a cookie if the server renders by it. */
export const usePreference = (name: string, fallback: string, cookie?: Cookie) => {
  const value = useSyncExternalStore(
    subscribe,
    () => readPreference(name) ?? fallback,
    () => (cookie && cookiePreference(cookie.name)) ?? fallback,
  )
  const { name: cookieName, path } = cookie ?? {}
  // Renewed at each visit, because cookies expire sooner than storage.
  useEffect(() => {
    if (cookieName) setPreferenceCookie(cookieName, value === fallback ? '' : value, path)
  }, [cookieName, path, value, fallback])
  const set = useCallback((next: string) => writePreference(name, next), [name])
  return [value, set] as const
}
