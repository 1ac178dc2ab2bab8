import * as z from 'zod/mini'
import { isTimeZone } from './zoned-time'

const error = { error: 'must be a time zone, such as Europe/London' }

export const timeZone = z.string(error).check(z.refine(isTimeZone, error))
