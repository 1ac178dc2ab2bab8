import { Kysely, type RawBuilder, sql } from 'kysely'
import type { Logger } from 'pino'
import { parseVersions, type Versions, versionsJson } from '../table-versions'
import { openPostgres } from './postgres'

/** Rows of a statement, with the versions of the tables at that time. */
export type Versioned<R> = { row: R; versions: Versions }

/** A statement with one row and `versionsJson()` among its columns, so that the result says how recent it is. */
export type Row = { versions: string }

/** Whether a result of these versions is recent enough. */
type Enough = (versions: Versions) => boolean

export type Read = <R extends Row>(statement: RawBuilder<R>, isEnough: Enough) => Promise<Versioned<R>>

export type Replicas = { urls: readonly string[]; log: Log }
type Log = Pick<Logger, 'info' | 'warn'>
type Executor = Kysely<unknown>

/** The row of a statement that always returns one: a failing engine has been seen to return none. */
export const onlyRow = <R>({ rows: [row] }: { rows: R[] }): R => {
  if (row === undefined) throw new Error('The database is not responding as expected: a statement returned no row.')
  return row
}

const readVersioned = async <R extends Row>(executor: Executor, statement: RawBuilder<R>): Promise<Versioned<R>> => {
  const row = onlyRow(await statement.execute(executor))
  return { row, versions: parseVersions(row.versions) }
}

/**
 * Reads from replicas that are known to be recent enough, in turn, otherwise from the primary; no read waits for a
 * replica. The known state only picks the server: a replica's result is used only if its own versions are recent
 * enough. The primary's result is always used.
 */
export const openReplicas = (primary: Executor, o?: Replicas) => {
  const replicas = o?.urls.map((url) => openReplica(url, o.log)) ?? []
  let turn = 0
  const read: Read = async (statement, isEnough) => {
    const caughtUp = replicas.filter((replica) => replica.has(isEnough))
    const result = await caughtUp[turn++ % caughtUp.length]?.read(statement, isEnough)
    return result ?? readVersioned(primary, statement)
  }
  return { read, close: () => Promise.all(replicas.map(({ close }) => close())) }
}

/** Milliseconds until a replica is checked again after a failure, and when it has received nothing new. */
const pause = { failed: 1000, still: 5 }

/** A replica's known state holds until it fails or something newer is needed; then it is checked in the background. */
const openReplica = (url: string, log: Log) => {
  const replica = new URL(url).host
  const { dialect, close } = openPostgres(url)
  const executor = new Kysely<unknown>({ dialect })
  let known: Versions | null = null
  let heard = ''
  let notBefore = 0
  let isAsking = false
  let isAway = false
  let isClosed = false

  const ask = async () => {
    if (isAsking || isClosed || performance.now() < notBefore) return
    isAsking = true
    try {
      const { row, versions } = await readVersioned(executor, sql<Row>`select ${versionsJson()} as versions`)
      notBefore = row.versions === heard ? performance.now() + pause.still : 0
      heard = row.versions
      known = versions
      if (isAway) log.info({ replica }, 'The replica is back.')
      isAway = false
    } catch (err) {
      notBefore = performance.now() + pause.failed
      known = null
      if (!isAway && !isClosed)
        log.warn({ replica, err }, 'The replica is not responding. Reading from the primary instead.')
      isAway = true
    }
    isAsking = false
  }

  void ask()
  return {
    has: (isEnough: Enough) => {
      const has = known !== null && isEnough(known)
      if (!has) void ask()
      return has
    },
    /** Undefined if the replica fails or is behind. */
    read: async <R extends Row>(statement: RawBuilder<R>, isEnough: Enough): Promise<Versioned<R> | null> => {
      const result = await readVersioned(executor, statement).catch(unlessStopped)
      if (result && isEnough(result.versions)) return result
      known = null
      void ask()
      return null
    },
    close: async () => {
      isClosed = true
      await executor.destroy()
      await close()
    },
  }
}

/** A statement timeout on a replica would occur on the primary too. */
const unlessStopped = (error: { code?: string }) => {
  if (error.code === '57014') throw error
  return null
}
