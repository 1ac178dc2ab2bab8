import { pino } from 'pino'
import type { Config } from './config'

/** JSON lines on standard error, so that standard output holds the start screen alone. Keys never reach it. */
export const createLog = (level: Config['logLevel']) =>
  pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ fd: 2, sync: true }))
