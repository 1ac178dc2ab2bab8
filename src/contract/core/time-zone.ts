import * as z from 'zod/mini'

export const isTimeZone = (zone: string) => {
  try {
    return zone !== '' && Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

const error = { error: 'must be a time zone, such as Europe/London' }

export const timeZone = z.string(error).check(z.refine(isTimeZone, error))
