import type { Reader } from '../../contract/drawing'

let reader: Reader = { locale: globalThis.navigator?.language || 'en-GB' }

/** Only the server, which draws for one reader after another, has to say for whom. */
export const drawFor = (next: Reader) => {
  reader = next
}

export const zoneOf = () => reader.zone

/** Made when it is first needed, and again for another reader: to make one costs far more than to use it. */
const forReader = <T>(make: (reader: Reader) => T) => {
  let made: { for: Reader; value: T } | undefined
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
