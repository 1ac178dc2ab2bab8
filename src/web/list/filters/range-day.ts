import { localDayIn } from '../../lib/local-day'

/** Of what names a day, or of instants, whose day is the user’s. */
export type RangeHolds = 'day' | 'localDay'

/** The day of one end of a range, as it is shown. */
export const rangeDay = (holds: RangeHolds, value: string | undefined) => (holds === 'day' ? value : localDayIn(value))
