import { pino } from 'pino'
import type { Config } from './config'

/**
 * JSON lines on standard error, so that standard output holds only the start screen. Keys are never logged. At a
 * terminal the default level is `warn`.
 */
export const createLog = (level: Config['logLevel'] = process.stderr.isTTY ? 'warn' : 'info') =>
  pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ fd: 2, sync: true }))
