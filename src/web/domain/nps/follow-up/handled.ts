import { useEffect } from 'react'
import * as z from 'zod/mini'
import { useIsHydrating } from '../../../lib/hydration'
import { setLongPreferenceCookie, usePreference } from '../../../lib/preferences'
import { cookiePreference } from '../../../lib/request-context'

const Handled = z.record(z.string(), z.string())
const most = 1000
const shownAt = ['/today', '/nps/follow-up', '/nps/review', '/companies/']

/** ID prefix, long enough to be unique within one person’s list. */
const startOfId = (id: string) => id.slice(0, 8)

/** Malformed stored values are ignored. */
const readHandled = (text: string): Record<string, string> => {
  try {
    return Handled.parse(JSON.parse(text))
  } catch {
    return {}
  }
}

/**
 * Responses marked as handled on this computer, with the time, where the server has no write for it. The oldest are
 * dropped when the list is full.
 */
export const useHandled = () => {
  const [text, write] = usePreference('nps handled', '{}')
  const handled = readHandled(text)
  const notes = Object.keys(handled).map(startOfId).join('.')
  useEffect(() => {
    for (const path of shownAt) setLongPreferenceCookie('handled', notes, path)
  }, [notes])
  const rendered = cookiePreference('handled')?.split('.') ?? []
  const isHydrating = useIsHydrating()
  const set = (next: Record<string, string>) =>
    write(JSON.stringify(Object.fromEntries(Object.entries(next).slice(-most))))
  return {
    has: (id: string) => Object.hasOwn(handled, id) || (isHydrating && rendered.includes(startOfId(id))),
    mark: (id: string) => set({ ...handled, [id]: new Date().toISOString() }),
    unmark: (...ids: string[]) => set(Object.fromEntries(Object.entries(handled).filter(([id]) => !ids.includes(id)))),
  }
}
