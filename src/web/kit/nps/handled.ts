import * as z from 'zod/mini'
import { tellServer, usePreference } from '../preferences'

const Handled = z.record(z.string(), z.string())
const most = 1000
/** Where pages show it, which the server could not draw. */
const shownAt = ['/today', '/nps/follow-up', '/nps/review', '/companies/']

/** What was written by hand into the storage, or by another version, is nothing. */
const readHandled = (text: string): Record<string, string> => {
  try {
    return Handled.parse(JSON.parse(text))
  } catch {
    return {}
  }
}

/**
 * Answers that somebody came back to, noted on this computer with the moment, because the API has no write for it. The oldest
 * notes go when there are too many.
 */
export const useHandled = () => {
  const [text, write] = usePreference('nps handled', '{}')
  const handled = readHandled(text)
  const set = (next: Record<string, string>) => {
    const kept = Object.entries(next).slice(-most)
    write(JSON.stringify(Object.fromEntries(kept)))
    for (const path of shownAt) tellServer('own', kept.length > 0 ? 'handled' : '', path)
  }
  return {
    has: (id: string) => Object.hasOwn(handled, id),
    mark: (id: string) => set({ ...handled, [id]: new Date().toISOString() }),
    unmark: (id: string) => set(Object.fromEntries(Object.entries(handled).filter(([other]) => other !== id))),
  }
}
