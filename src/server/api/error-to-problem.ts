import type { Logger } from 'pino'
import { NotCounted } from '../db/list-engine/read-in-steps'
import { releaseNeeded } from '../db/migrations/fence'
import { isConnectionError } from '../db/postgres/connection-error'
import { TwoPrimaries } from '../db/postgres/primary'
import { RecordNotFound } from '../db/repository'
import { version } from '../version'
import { malformed, Problem } from './problem'

type Failed = Error & { code?: string; constraint?: string }

/** Maps an error to the problem that the client sees. Unexpected errors reveal nothing but that they happened. */
export const problemFromError = (error: Failed, isWrite = false): Problem => {
  if (error instanceof Problem) return error
  if (error instanceof RecordNotFound) return new Problem(404, 'Not found', error.message)
  if (isClientGone(error)) return bodyBrokenOff()
  if (isStatementTimeout(error)) return tooSlow(isWrite)
  if (isFull(error)) return full(error.code === '53100' ? 'database' : 'data folder', isWrite && isEngineStopped(error))
  if (isDiskError(error)) return diskNotWritable()
  if (error instanceof TwoPrimaries) return twoPrimaries()
  if (isReadOnly(error)) return readOnly()
  if (error instanceof NotCounted) return notCounted()
  if (isConnectionError(error)) return databaseAway(isWrite)
  const release = releaseNeeded(error.constraint)
  if (release) return tooOld(release)
  return unexpected()
}

/** Logs what the client is not told: a lost connection to PostgreSQL in one line, anything else with its stack. */
export const logFailure = (log: Logger, error: Failed, request: object, { title }: Problem) =>
  isConnectionError(error) && !isEngineStopped(error) && !isOutOfResources(error)
    ? log.warn({ ...request, reason: error.message || error.code }, title)
    : log.error({ err: error, ...request }, title)

/** Node's error for a client that disconnected while sending its body. */
const isClientGone = ({ code, message }: Failed) => code === 'ECONNRESET' && message === 'aborted'

export const bodyBrokenOff = () => malformed('The connection ended before the whole body arrived. Send it again.')

/** PostgreSQL's error for a statement timeout. */
const isStatementTimeout = ({ code }: Failed) => code === '57014'

/** PostgreSQL lacks something: space, memory or connections. */
const isOutOfResources = ({ code }: Failed) => code?.startsWith('53')

/** Disk or quota full, as PostgreSQL and Node report it. */
const isFull = ({ code }: Failed) => /^(53100|ENOSPC|EDQUOT)$/.test(code ?? '')

/** Disk broken or read-only, as PostgreSQL and Node report it. */
const isDiskError = ({ code }: Failed) => /^(58030|58P02|EFBIG|EIO|EROFS)$/.test(code ?? '')

/** A standby, which may be about to be promoted. PostgreSQL refuses the statement, so nothing was written. */
const isReadOnly = ({ code }: Failed) => code === '25006'

/** The embedded engine stopped during a statement, which may have been committed. */
const isEngineStopped = ({ message }: Failed) => /embedded database stopped/i.test(message)

const retryLater = (title: string, detail: string, { status = 503, mayBeSaved = false } = {}) =>
  new Problem(status, title, detail, { headers: { 'retry-after': '5' }, ...(mayBeSaved && { mayBeSaved }) })

const notCounted = () =>
  retryLater(
    'Not counted yet',
    'These figures are recounted after the server starts and after large changes. It takes a few seconds. Try again soon.',
  )

const mayBeSavedText = 'The change may or may not have been saved. Read the record before you retry.'

/** `mayBeSaved` if its changes may have been committed nevertheless. */
export const tooSlow = (isWrite: boolean, mayBeSaved = false) => {
  const stopped = isWrite
    ? 'Nothing was changed. Try again in a few seconds.'
    : 'Narrow the query, or try again in a few seconds.'
  return retryLater(
    'Too slow',
    mayBeSaved
      ? `The request took too long and timed out. ${mayBeSavedText}`
      : `The request took too long and was stopped. ${stopped}`,
    { mayBeSaved },
  )
}

const full = (place: string, mayBeSaved: boolean) =>
  retryLater(
    'Disk full',
    `The disk of the ${place} is full. ${mayBeSaved ? mayBeSavedText : 'Nothing was changed.'} Tell the operator of this server. Writes resume automatically once there is space.`,
    { status: 507, mayBeSaved },
  )

const diskNotWritable = () =>
  retryLater(
    'Disk not writable',
    'The database cannot write to its disk. Nothing was changed. Tell the operator of this server. Writes resume automatically once the disk works.',
  )

const tooOld = (release: string) =>
  retryLater(
    'Upgrade needed',
    `The database was upgraded and accepts writes only from Quarterdeck ${release} or later. This instance is ${version} and can only read. Nothing was changed. Start the newer version.`,
  )

const twoPrimaries = () =>
  retryLater(
    'Two primaries',
    'Two databases accept writes, and one of them lacks changes of the other. Nothing was changed. Tell the operator of this server to stop the one that should not be the primary.',
  )

const readOnly = () =>
  retryLater(
    'Database read-only',
    'The database can only be read: it is a standby, or was set so. Nothing was changed. Try again in a few seconds. If it stays so, tell the operator of this server to name the primary in DATABASE_URL.',
  )

const databaseAway = (mayBeSaved: boolean) =>
  retryLater(
    'Database away',
    `The database is not responding. ${mayBeSaved ? mayBeSavedText : 'Try again in a few seconds.'}`,
    { mayBeSaved },
  )

const unexpected = () =>
  new Problem(
    500,
    'Unexpected failure',
    'Something went wrong on the server. Nothing was partly saved. Try again. If it keeps happening, report the requestId.',
  )
