import * as z from 'zod/mini'
import { type BriefSchedule, scheduleTiming } from '../../contract/brief-schedules'
import { clockIn, instantAt } from '../../contract/core/zoned-time'

type Timing = Pick<z.output<typeof BriefSchedule>, 'rhythm' | 'daysFromEnd' | 'time' | 'zone'>

const Timing = z.object(scheduleTiming())

/** Whether a schedule has a next run. A stored one may have none: instances need not know the same time zones. */
export const hasNextRun = (timing: Timing) => Timing.safeParse(timing).success

/** The first run after a moment: so many days from the end of a month or quarter, at a time of day in the schedule's zone. */
export const nextRun = ({ rhythm, daysFromEnd, time, zone }: Timing, after: Date): Date => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const clock = clockIn(zone)
  for (let month = after.getUTCMonth() - 2; ; month++) {
    if (rhythm === 'quarterly' && ((month % 12) + 12) % 3 !== 2) continue
    // The day before the first of the next month.
    const run = new Date(instantAt(clock, Date.UTC(after.getUTCFullYear(), month + 1, daysFromEnd, hour, minute)))
    if (run > after) return run
  }
}
