import type { Reader, Told } from '../../contract/drawing'

type Known = Partial<Reader> & Pick<Reader, 'locale'>

/** In the browser its own zone is meant where none is named. */
const own: Known = { locale: globalThis.navigator?.language || 'en-GB' }
let reader = () => own

/** Only the server, which draws for many, has to say for whom. */
export const readFor = (known: () => Known) => {
  reader = known
}

export const zoneOf = () => reader().zone

/** The console's own origin, which a browser knows by itself. */
export const ownOrigin = () => reader().origin ?? location.origin

/** What the server was told of a setting; a browser reads its own storage. */
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
