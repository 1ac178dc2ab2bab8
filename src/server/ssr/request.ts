import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { preferenceCookies, type RequestContext, type ServerFetch, tooLong } from '../../contract/core/ssr-protocol'
import { timeLimit } from '../http/time-limit'
import type { Visitor } from '../http/visitor'

/** How long a page waits for its data, in milliseconds. The browser loads the rest. */
const deadline = 800
/** Concurrent requests per page, as in a browser. */
const concurrency = 6

const isLocaleAndZone = (locale: string, timeZone: string) => {
  try {
    return Boolean(new Intl.DateTimeFormat(locale, { timeZone }))
  } catch {
    return false
  }
}

const contexts = new LRUCache<string, RequestContext>({ max: 100 })

/**
 * From a cookie like "en-GB Europe/London" and the preferences; null if the browser has not sent it, if it is invalid, or if a
 * preference is stored in the browser only. The same object for the same values, because formatters are cached by it.
 */
export const readContext = (cookies: Visitor['cookies'], origin: string): RequestContext | null => {
  const [locale = '', zone = ''] = cookies.reader?.split(' ') ?? []
  const preferences = readPreferences(cookies)
  if (Object.values(preferences).includes(tooLong) || !locale || !zone) return null
  const context = { locale, zone, origin, preferences }
  const name = JSON.stringify(context)
  const known = contexts.get(name)
  if (known) return known
  if (!isLocaleAndZone(locale, zone)) return null
  contexts.set(name, context)
  return context
}

export const readPreferences = (cookies: Visitor['cookies']): RequestContext['preferences'] =>
  Object.fromEntries(preferenceCookies.flatMap((name) => (cookies[name] ? [[name, cookies[name]]] : [])))

/** Sends a page’s requests until the deadline, or until the user has left. */
export const createServerFetch = (fetch: NonNullable<Visitor['fetch']>, left: AbortSignal): ServerFetch => {
  const signal = AbortSignal.any([timeLimit(deadline).signal, left])
  const late = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  late.catch(() => {})
  const limit = pLimit(concurrency)
  return (path) =>
    limit(async () => {
      signal.throwIfAborted()
      const response = await Promise.race([fetch(path, signal), late])
      if (!response?.ok) throw new Error(`${path} was answered with ${response?.status ?? 'nothing'}.`)
      return response
    })
}
