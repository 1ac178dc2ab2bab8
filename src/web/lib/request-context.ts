import type { PreferenceCookie, RequestContext } from '../../contract/core/ssr-protocol'
import { isTimeZone } from '../../contract/core/zoned-time'

type Context = Partial<RequestContext> & Pick<RequestContext, 'locale'>

const language = globalThis.navigator?.language

/** The browser’s own language and time zone. On the server, where each request provides its context, they are Node’s and not used. */
export const browserDefaults = {
  // Where the system has no language, WebKit says C, a single letter, which Intl refuses.
  locale: language?.[1] ? language : 'en-GB',
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
}

/** Browser defaults; without a zone formatters take the local one. */
export const browserContext: Context = { locale: browserDefaults.locale }
let contextOf = () => browserContext

/** On the server, the current request; in the browser, the preferences the page was rendered with. */
export const setContextProvider = (provider: () => Context) => {
  contextOf = provider
}

export const currentTimeZone = () => contextOf().zone

/** The user’s time zone by its name. A browser that doesn’t know its own says Etc/Unknown, which is none. */
export const zoneName = () => {
  const zone = currentTimeZone() ?? browserDefaults.zone
  return isTimeZone(zone) ? zone : 'UTC'
}

/** The console’s own origin. */
export const consoleOrigin = () => contextOf().origin ?? location.origin

/** A cookie setting at the time of rendering. */
export const cookiePreference = (name: PreferenceCookie) => contextOf().preferences?.[name]

/** The server forgets its formatters of a kind when it has made more than this. */
const maxFormatters = 50

/** Lazily created once per locale, zone and given values, because Intl formatters are expensive to create. */
export const perContext = <Given extends unknown[], T>(make: (now: Context, ...given: Given) => T) => {
  const made = new Map<string, T>()
  return (...given: Given) => {
    const now = contextOf()
    const key = [now.locale, now.zone, ...given].join()
    const known = made.get(key)
    if (known) return known
    if (made.size >= maxFormatters) made.clear()
    const formatter = make(now, ...given)
    made.set(key, formatter)
    return formatter
  }
}

export const numberFormat = (options: Intl.NumberFormatOptions = {}) =>
  perContext(({ locale }) => new Intl.NumberFormat(locale, options))

/**
 * In the user’s time zone, unless the options name another, and in the locale that `localeFor` makes of the user’s. Always of
 * the Gregorian calendar, because quarters, fiscal years and date inputs are.
 */
export const dateFormat = (options: Intl.DateTimeFormatOptions, localeFor = (locale: string) => locale) =>
  perContext(
    ({ locale, zone }) =>
      new Intl.DateTimeFormat(localeFor(locale), { calendar: 'gregory', timeZone: zone, ...options }),
  )
