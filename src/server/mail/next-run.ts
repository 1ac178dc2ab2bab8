import * as z from 'zod/mini'
import { type BriefSchedule, scheduleTiming } from '../../contract/brief-schedules'

type Timing = Pick<z.output<typeof BriefSchedule>, 'rhythm' | 'daysFromEnd' | 'time' | 'zone'>

const Timing = z.object(scheduleTiming())

/** Whether a schedule has a next run. A stored one may have none: instances need not know the same time zones. */
export const hasNextRun = (timing: Timing) => Timing.safeParse(timing).success

/** The first run after a moment: so many days from the end of a month or quarter, at a time of day in the schedule's zone. */
export const nextRun = ({ rhythm, daysFromEnd, time, zone }: Timing, after: Date): Date => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  for (let month = after.getUTCMonth() - 2; ; month++) {
    if (rhythm === 'quarterly' && ((month % 12) + 12) % 3 !== 2) continue
    // The day before the first of the next month.
    const run = instantAt(zone, Date.UTC(after.getUTCFullYear(), month + 1, daysFromEnd, hour, minute))
    if (run > after) return run
  }
}

const day = 24 * 60 * 60 * 1000

/**
 * When clocks in the zone show this, the first time if they do so twice. A time that they skip is as much later as they skip, as in
 * RFC 5545: 02:30 becomes 03:30.
 */
const instantAt = (zone: string, shown: number) => {
  const [before, after] = [shown - day, shown + day].map((at) => shown - offsetAt(zone, at)) as [number, number]
  const isShown = (at: number) => at + offsetAt(zone, at) === shown
  return new Date(!isShown(before) && isShown(after) ? after : before)
}

/** How far clocks in the zone are ahead of UTC, in milliseconds. */
const offsetAt = (zone: string, at: number) => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' },
  }).formatToParts(at)
  const value = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  const shown = Date.UTC(value('year'), value('month') - 1, value('day'), value('hour'), value('minute'))
  return shown - Math.floor(at / 60_000) * 60_000
}
