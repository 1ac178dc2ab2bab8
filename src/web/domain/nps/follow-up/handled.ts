import { useEffect } from 'react'
import * as z from 'zod/mini'
import { npsResponses } from '../../../../contract/nps'
import { useSupportsFilter } from '../../../lib/api/scopes'
import { useOnceHydrated } from '../../../lib/hydration'
import { parseStored, readPreference, setPreferenceCookie, usePreference } from '../../../lib/preferences'
import { cookiePreference } from '../../../lib/request-context'

const Handled = z.record(z.string(), z.string())
const most = 1000
const preference = 'nps handled'
const shownAt = ['/today', '/nps/follow-up', '/nps/review', '/companies/']

/** ID prefix, long enough to be unique within one person’s list. */
const startOfId = (id: string) => id.slice(0, 8)

const readHandled = (text: string): Record<string, string> => parseStored(Handled, text, {})

/**
 * Responses marked as handled on this computer, with the time, where the server has no write for it. The oldest are
 * dropped when the list is full.
 */
export const useHandled = () => {
  const [text, write] = usePreference(preference, '{}')
  const handled = readHandled(text)
  const notes = Object.keys(handled).map(startOfId).join('.')
  useEffect(() => {
    for (const path of shownAt) setPreferenceCookie('handled', notes, path)
  }, [notes])
  const rendered = useOnceHydrated('', cookiePreference('handled') ?? '').split('.')
  // Reads again: another tab may have changed the marks.
  const change = (of: (stored: [string, string][]) => [string, string][]) => {
    const stored = Object.entries(readHandled(readPreference(preference) ?? '{}'))
    write(JSON.stringify(Object.fromEntries(of(stored).slice(-most))))
  }
  return {
    has: (id: string) => Object.hasOwn(handled, id) || rendered.includes(startOfId(id)),
    mark: (id: string) => change((stored) => [...stored, [id, new Date().toISOString()]]),
    unmark: (...ids: string[]) => change((stored) => stored.filter(([id]) => !ids.includes(id))),
  }
}

/** True if the server stores follow-ups; otherwise they are marked on this computer. */
export const useStoresFollowUps = () => useSupportsFilter(npsResponses.list)('followUpState')
