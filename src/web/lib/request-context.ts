import type { CookiePreferences, RequestContext } from '../../contract/core/ssr-protocol'

type Context = Partial<RequestContext> & Pick<RequestContext, 'locale'>

/** This browser, whose own zone is meant where none is named. */
export const browserContext: Context = { locale: globalThis.navigator?.language || 'en-GB' }
let currentContext = () => browserContext

/** The server, which draws for many, says for whom; a page that it drew says what it was told then. */
export const setContextProvider = (provider: () => Context) => {
  currentContext = provider
}

export const currentTimeZone = () => currentContext().zone

/** The console's own origin, which a browser knows by itself. */
export const consoleOrigin = () => currentContext().origin ?? location.origin

/** What the server was told of a setting when it drew the page. */
export const cookiePreference = (setting: keyof CookiePreferences) => currentContext().preferences?.[setting]

/** Made when it is first needed, once for each reader: to make one costs far more than to use it. */
const perContext = <T>(make: (now: Context) => T) => {
  const made = new WeakMap<Context, T>()
  return () => {
    const now = currentContext()
    const provider = made.get(now) ?? make(now)
    made.set(now, provider)
    return provider
  }
}

export const numberFormat = (options: Intl.NumberFormatOptions = {}) =>
  perContext(({ locale }) => new Intl.NumberFormat(locale, options))

/** In the reader's zone, unless the options name another. */
export const dateFormat = (options: Intl.DateTimeFormatOptions, language?: string) =>
  perContext(
    ({ locale, zone }) => new Intl.DateTimeFormat(language ?? locale, { ...(zone && { timeZone: zone }), ...options }),
  )
