import type { PreferenceCookie, RequestContext } from '../../contract/core/ssr-protocol'

type Context = Partial<RequestContext> & Pick<RequestContext, 'locale'>

/** This browser, whose own time zone is meant where none is named. */
export const browserContext: Context = { locale: globalThis.navigator?.language || 'en-GB' }
let contextOf = () => browserContext

/** The server says for whom it renders; the browser adds the preferences that a page was rendered with. */
export const setContextProvider = (provider: () => Context) => {
  contextOf = provider
}

export const currentTimeZone = () => contextOf().zone

/** The console's own origin, which a browser knows by itself. */
export const consoleOrigin = () => contextOf().origin ?? location.origin

/** A setting as it stood in its cookie when the server rendered the page. */
export const cookiePreference = (name: PreferenceCookie) => contextOf().preferences?.[name]

/** Made when it is first needed, once for each reader: to make one costs far more than to use it. */
const perContext = <T>(make: (now: Context) => T) => {
  const made = new WeakMap<Context, T>()
  return () => {
    const now = contextOf()
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
