import { localDayOf } from '../../lib/local-day'
import { dayOf } from '../../ui/format/day'
import { trueMinus } from '../../ui/format/format'

/** Numbers, money and dates as a language writes them. */
export const formatsOf = (locale: string) => {
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const tenths = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const percent = new Intl.NumberFormat(locale, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  const wholePercent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const score = new Intl.NumberFormat(locale, {
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  const long = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  // Intl has no ordinals: in French only the first of a month is one.
  const dayText = (date: Date) =>
    locale.startsWith('fr') ? long.format(date).replace(/^1 /, '1er ') : long.format(date)
  const list = new Intl.ListFormat(locale)
  return {
    number: (value: number) => trueMinus(whole.format(value)),
    /** With one decimal place, where it is not whole. */
    tenths: (value: number) => trueMinus(tenths.format(value)),
    percent: (share: number) => trueMinus(percent.format(share)),
    wholePercent: (share: number) => trueMinus(wholePercent.format(share)),
    /** With its sign and one decimal place, as the API rounds it: "+38.1". */
    score: (value: number) => trueMinus(score.format(value)),
    /** In its own currency; one that Intl does not know stays a number with its code. */
    money: (value: number, currency: string | null | undefined) => {
      try {
        return trueMinus(
          new Intl.NumberFormat(locale, { style: 'currency', currency: currency || 'XXX' }).format(value),
        )
      } catch {
        return `${trueMinus(new Intl.NumberFormat(locale).format(value))}\u00a0${currency}`
      }
    },
    /** What names a day; empty if there is none. */
    day: (value: string | null | undefined) => {
      const date = dayOf(value)
      return date ? dayText(date) : ''
    },
    /** The day of an instant where the brief is read; empty if there is none. */
    localDay: (value: string | null | undefined) => {
      const instant = new Date(value || Number.NaN)
      return Number.isNaN(instant.getTime()) ? '' : dayText(new Date(localDayOf(instant)))
    },
    list: (items: string[]) => list.format(items),
  }
}

export type Formats = ReturnType<typeof formatsOf>
