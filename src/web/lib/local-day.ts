import { clockFormat, dayAt, instantAt, startOfDay } from '../../contract/core/zoned-time'
import { dateFormat } from './request-context'

const clock = dateFormat(clockFormat, () => 'en-US')
const dayLong = 24 * 60 * 60 * 1000

/** The plain day of an instant where the user is. */
export const localDayOf = (instant: Date) => dayAt(clock(), instant.getTime())

/** The local day of one end of a range; a plain day stays as it is. */
export const localDayIn = (value: string | undefined) => (value?.includes('T') ? localDayOf(new Date(value)) : value)

/** The first and last millisecond of a plain day where the user is. */
export const startOfLocalDay = (day: string) => startOfDay(clock(), day)
export const endOfLocalDay = (day: string) => instantAt(clock(), Date.parse(day) + dayLong) - 1

/** The first and last instant that servers take. A time zone may lead the first and the last of all days beyond them. */
export const [earliest, latest] = [Date.parse('0001-01-01'), Date.parse('9999-12-31T23:59:59.999Z')]

export const instantText = (time: number) => new Date(Math.min(Math.max(time, earliest), latest)).toISOString()
