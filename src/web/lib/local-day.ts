import { dayLong, earliest, latest } from '../../contract/core/days'
import { clockFormat, dayAt, instantAt, startOfDay } from '../../contract/core/zoned-time'
import { dateFormat } from './request-context'

const clock = dateFormat(clockFormat, () => 'en-US')

/** The plain day of an instant where the user is. */
export const localDayOf = (instant: Date) => dayAt(clock(), instant.getTime())

/** The local day of one end of a range; a plain day stays as it is. */
export const localDayIn = (value: string | undefined) => (value?.includes('T') ? localDayOf(new Date(value)) : value)

/** The first and last millisecond of a plain day where the user is. */
export const startOfLocalDay = (day: string) => startOfDay(clock(), day)
export const endOfLocalDay = (day: string) => instantAt(clock(), Date.parse(day) + dayLong) - 1

/** A time zone may lead the first and the last of all days beyond what servers take. */
export const instantText = (time: number) => new Date(Math.min(Math.max(time, earliest), latest)).toISOString()
