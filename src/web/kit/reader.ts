import type { Reader } from '../../contract/drawing'

/** In the browser its own zone is meant where none is named. */
let reader: Partial<Reader> & Pick<Reader, 'locale'> = { locale: globalThis.navigator?.language || 'en-GB' }

/** Only the server, which draws for one reader after another, has to say for whom. */
export const drawFor = (next: Reader) => {
  const isSame = reader.locale === next.locale && reader.zone === next.zone && reader.origin === next.origin
  if (!isSame) reader = next
}

export const zoneOf = () => reader.zone

/** The console's own origin, which a browser knows by itself. */
export const ownOrigin = () => reader.origin ?? location.origin

/** Made when it is first needed, and again for another reader: to make one costs far more than to use it. */
const forReader = <T>(make: (now: typeof reader) => T) => {
  let made: { for: typeof reader; value: T } | undefined
  return () => {
    if (made?.for !== reader) made = { for: reader, value: make(reader) }
    return made.value
  }
}

export const numberFormat = (options: Intl.NumberFormatOptions = {}) =>
  forReader(({ locale }) => new Intl.NumberFormat(locale, options))

/** In the reader's zone, unless the options name another. */
export const dateFormat = (options: Intl.DateTimeFormatOptions, language?: string) =>
  forReader(
    ({ locale, zone }) => new Intl.DateTimeFormat(language ?? locale, { ...(zone && { timeZone: zone }), ...options }),
  )
