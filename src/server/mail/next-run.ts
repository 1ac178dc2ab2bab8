import type { z } from 'zod/mini'
import type { BriefSchedule } from '../../contract/brief-schedules'

type Timing = Pick<z.output<typeof BriefSchedule>, 'rhythm' | 'daysFromEnd' | 'time' | 'zone'>

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

/** When clocks in the zone show this; of a time that they skip, the one that follows as much later. */
const instantAt = (zone: string, shown: number) => {
  const guess = shown - offsetAt(zone, shown)
  return new Date(shown - offsetAt(zone, guess))
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
