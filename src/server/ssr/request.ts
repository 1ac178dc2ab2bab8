import { cookiePreferenceNames, type RequestContext, type ServerFetch, tooLong } from '../../contract/core/ssr-protocol'

/** What is known of the one who asks for a page, before it has run. */
export type Visitor = {
  cookies: Record<string, string | undefined>
  /** The origin that the visitor's browser sees. */
  origin: string
  signedIn: boolean
  /** Asks the API at a path in this visitor's name; resolves to null where it may not. Null where it should not be waited for. */
  ask: ((path: string, signal: AbortSignal, known?: string) => Promise<Response | null>) | null
}

/** How long a page waits for what it shows, in milliseconds; then its script asks for the rest. */
const timeoutMs = 800
/** So many questions of a page are asked at once, as a browser would. */
const mostAsked = 6

const readers = new Map<string, RequestContext>()

/**
 * From "en-GB Europe/London" and settings, as the browser tells; null when it has not yet, these are none, or a setting is known only
 * there. One object for one reader.
 */
export const requestContextOf = (cookies: Visitor['cookies'], origin: string): RequestContext | null => {
  const [locale, zone] = cookies.reader?.split(' ') ?? []
  const preferences = Object.fromEntries(
    cookiePreferenceNames.flatMap((name) => (cookies[name] ? [[name, cookies[name]]] : [])),
  )
  if (!locale || !zone || Object.values(preferences).includes(tooLong)) return null
  const requestContext = { locale, zone, origin, preferences }
  const name = JSON.stringify(requestContext)
  const known = readers.get(name)
  if (known) return known
  try {
    new Intl.DateTimeFormat(locale, { timeZone: zone })
  } catch {
    return null
  }
  if (readers.size >= 100) readers.clear()
  readers.set(name, requestContext)
  return requestContext
}

/** Asks for as long as a page waits, and rejects where the page itself is to ask, and to tell what fails. */
export const boundedFetch = (ask: NonNullable<Visitor['ask']>): ServerFetch => {
  const end = AbortSignal.timeout(timeoutMs)
  const late = new Promise<never>((_, reject) => end.addEventListener('abort', () => reject(end.reason)))
  late.catch(() => {})
  const inTurn = limitConcurrency(mostAsked)
  return (path, known) =>
    inTurn(async () => {
      end.throwIfAborted()
      const response = await Promise.race([ask(path, end, known), late])
      if (!response?.ok && response?.status !== 304)
        throw new Error(`${path} was answered with ${response?.status ?? 'nothing'}.`)
      return response
    })
}

const limitConcurrency = (most: number) => {
  const waiting: (() => void)[] = []
  let free = most
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
