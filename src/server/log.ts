import { pino } from 'pino'
import type { Config } from './config'

/**
 * JSON lines on standard error, so that standard output holds the start screen alone. Keys never reach it. A person at a
 * terminal is told of faults only, unless she asks for more.
 */
export const createLog = (level: Config['logLevel'] = process.stderr.isTTY ? 'warn' : 'info') =>
  pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ fd: 2, sync: true }))
