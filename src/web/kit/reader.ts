import type { Reader, Told } from '../../contract/drawing'

type Known = Partial<Reader> & Pick<Reader, 'locale'>

/** This browser, whose own zone is meant where none is named. */
export const here: Known = { locale: globalThis.navigator?.language || 'en-GB' }
let reader = () => here

/** The server, which draws for many, says for whom; a page that it drew says what it was told then. */
export const readFor = (known: () => Known) => {
  reader = known
}

export const zoneOf = () => reader().zone

/** The console's own origin, which a browser knows by itself. */
export const ownOrigin = () => reader().origin ?? location.origin

/** What the server was told of a setting when it drew the page. */
export const toldOf = (setting: keyof Told) => reader().told?.[setting]

/** Made when it is first needed, once for each reader: to make one costs far more than to use it. */
const forReader = <T>(make: (now: Known) => T) => {
  const made = new WeakMap<Known, T>()
  return () => {
    const now = reader()
    const known = made.get(now) ?? make(now)
    made.set(now, known)
    return known
  }
}

export const numberFormat = (options: Intl.NumberFormatOptions = {}) =>
  forReader(({ locale }) => new Intl.NumberFormat(locale, options))

/** In the reader's zone, unless the options name another. */
export const dateFormat = (options: Intl.DateTimeFormatOptions, language?: string) =>
  forReader(
    ({ locale, zone }) => new Intl.DateTimeFormat(language ?? locale, { ...(zone && { timeZone: zone }), ...options }),
  )
