import { dayLong } from '../../contract/core/days'
import { endsOf, type Warranty } from '../domain/warranty/warranty'
import { dayOf } from '../ui/format/day'
import { plural } from '../ui/format/format'

/** "one year", "3 years" for whole years, else "365 days". */
const apart = (a: Date, b: Date) => {
  const years = b.getUTCFullYear() - a.getUTCFullYear()
  const isWhole = a.toISOString().slice(4, 10) === b.toISOString().slice(4, 10)
  if (isWhole) return years === 1 ? 'one year' : plural(years, 'year', 'years')
  return plural((b.getTime() - a.getTime()) / dayLong, 'day', 'days')
}

/** Contradicting dates, as the two parts of a notice. */
export const contradiction = (warranty: Warranty, source: string | null | undefined) => {
  const start = dayOf(warranty.warrantyStart)
  const [end, later] = endsOf(warranty)
  const corrected = `until it’s corrected in the source${source ? `, ${source}` : ''}.`
  if (end && later)
    return {
      what: `The two end dates disagree by ${apart(end.day, later.day)}.`,
      why: `The earlier one is used ${corrected}`,
    }
  if (start && end && end.day < start)
    return { what: 'The warranty ends before it starts.', why: `The end date is used ${corrected}` }
  return null
}
