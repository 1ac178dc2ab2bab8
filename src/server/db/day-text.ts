const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** "25 November 2026", in UTC. */
export const dayText = (day: Date) => format.format(day)
