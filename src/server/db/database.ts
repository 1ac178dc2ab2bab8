import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { Kysely, sql } from 'kysely'
import { dump } from './backup/dump'
import { dumpCopy, removeCopy } from './backup/embedded-copy'
import { DatabaseFailure } from './database-failure'
import { cannotOpen, cannotUse, DiskFull, isDiskFull, makeDataFolder, requireOwner } from './embedded/data-folder'
import { lockFolder } from './embedded/folder-lock'
import { startPglite, stopped } from './embedded/pglite'
import { syncFiles, syncFolder } from './embedded/sync-files.js'
import { noteBackup } from './migrations/database-events'
import { ForeignDatabase, latestMigration, migrate } from './migrations/migrate'
import { openingFailure } from './postgres/opening-failure'
import { PipelinedDialect } from './postgres/pipelined-dialect'
import { ignoreConnectionErrors, isResponding, openPostgres } from './postgres/postgres'
import { isLost, preparedStatements } from './postgres/prepared'
import { openReplicas, type Read, type Replicas } from './postgres/replicas'

/** Where statements run: the pool, or one transaction. */
export type Executor = Kysely<unknown>

export type Database = {
  sql: Executor
  engine: 'pglite' | 'postgres'
  /**
   * Reads from a replica that is recent enough, or from the primary. For responses only, never as the basis of a write.
   */
  read: Read
  /** Retried after a conflict, so `work` must have no side effects besides its statements. */
  transaction: <T>(work: (executor: Executor) => Promise<T>) => Promise<T>
  /** Concurrency, and how long it may be stuck before waiting requests are refused. */
  turns: { maxConcurrent: number; waiting: number; stallMs: number }
  /** Interrupts the running statement of an engine without timeouts; the next statement reopens it. */
  interrupt: () => void
  /** Whether the database responds. */
  ready: () => Promise<boolean>
  /**
   * Gives the bytes of a backup of this moment to `use`, while others read and write. An embedded database is copied first, unless
   * `isAlone` says that no one else uses it.
   */
  backUp: (use: (archive: Readable) => Promise<void>, options?: { isAlone?: boolean }) => Promise<void>
  /** Runs startup work while no other starting instance does. */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>
  /** Runs a statement that may take long and cannot be part of a transaction. */
  maintain: (statement: string) => Promise<void>
  /** Rejects with a sentence if the address past a pooler leads to another database. */
  requireOneDatabase: () => Promise<void>
  close: () => Promise<void>
  /** Closes, and removes an embedded database that did not exist before it was opened. */
  abandon: () => Promise<void>
}

/**
 * Opens PostgreSQL at `url`, or else PGlite in `folder`, and brings the schema up to date, or up to the migration
 * `upTo`, unless `before` rejects; null leaves it as it is. With `isBulkLoad` a new embedded database is built without syncing,
 * and moved into place when closed. Rejects with a sentence for the person who starts the program.
 */
export const openDatabase = async (o: {
  url?: string | undefined
  /** Past a pooler. */
  directUrl?: string | undefined
  folder: string
  replicas?: Replicas | undefined
  upTo?: string | null
  before?: ((executor: Executor) => Promise<void>) | undefined
  isBulkLoad?: boolean
}): Promise<Database> => {
  const { upTo } = o
  const opened = o.url
    ? { ...openPostgres(o.url, o.directUrl), write: unguarded, folder: null, dumpCopy: null, abandon: null }
    : await openEmbedded(o.folder, { isBulkLoad: o.isBulkLoad, isBare: upTo !== undefined && upTo !== latestMigration })
  const { engine, turns, dialect, ready, close, abandon, interrupt, exclusively, maintain, write, folder, dumpCopy } =
    opened
  const database = new Kysely<unknown>({ dialect })
  const abandonAll = async () => {
    await database.destroy()
    await (abandon ?? close)()
  }
  const requireOneDatabase = async () => opened.requireOneDatabase?.(database)
  try {
    const directly = opened.directly ?? ((work) => work(database))
    if (upTo === null) await sql`select`.execute(database)
    else
      await exclusively(async () => {
        await requireOneDatabase()
        await directly(async (executor) => {
          await o.before?.(executor)
          await migrate(executor, { upTo, folder })
        })
      })
  } catch (error) {
    const failure = whyNot(error, o)
    await abandonAll()
    throw failure
  }
  const replicas = openReplicas(database, o.replicas)
  return {
    sql: database,
    engine,
    read: replicas.read,
    turns,
    interrupt,
    transaction: (work) => write(() => retried(() => database.transaction().execute(work))),
    ready,
    backUp: async (use, { isAlone = false } = {}) => {
      await (dumpCopy && !isAlone ? dumpCopy(use) : dump(database, use))
      await noteBackup(database)
    },
    exclusively,
    maintain,
    requireOneDatabase,
    close: async () => {
      await replicas.close()
      await database.destroy()
      await close()
    },
    abandon: async () => {
      await replicas.close()
      await abandonAll()
    },
  }
}

const whyNot = (error: unknown, { url, folder }: { url?: string | undefined; folder: string }) => {
  if (error instanceof DatabaseFailure) return error
  if (url) return openingFailure(url, error)
  return error instanceof ForeignDatabase ? error : cannotUse(folder, error)
}

const unguarded = <T>(work: () => Promise<T>) => work()

type EmbeddedOptions = { isBulkLoad: boolean | undefined; isBare: boolean }

const openEmbedded = async (folder: string, { isBulkLoad = false, isBare }: EmbeddedOptions) => {
  await makeDataFolder(folder)
  const lock = await lockFolder(folder)
  try {
    await removeCopy(lock.folder)
    const home = path.join(lock.folder, 'database')
    // Left by a first start, or a restore, that was killed.
    for (const left of [`${home}-unpacking`, `${home}-restoring`]) await fs.rm(left, { recursive: true, force: true })
    requireOwner(folder, home)
    const isNew = !existsSync(home)
    const isMoved = isNew && isBulkLoad
    const place = isMoved ? `${home}-restoring` : home
    const engine = await startEngine(folder, place, isNew, { isUnsynced: isMoved, isBare })
    const pool = engine.pool()
    ignoreConnectionErrors(pool)
    const prepared = preparedStatements()
    pool.on('connect', prepared.allow)
    const moveIntoPlace = async () => {
      try {
        await syncFiles(place)
        await fs.rename(place, home)
        await syncFolder(lock.folder)
      } catch (error) {
        for (const part of [place, home]) await fs.rm(part, { recursive: true, force: true }).catch(() => {})
        throw error
      }
    }
    const close = async () => {
      const isWhole = await engine.close()
      try {
        if (isMoved && isWhole) await moveIntoPlace()
        else if (isMoved) {
          await fs.rm(place, { recursive: true, force: true })
          throw stopped(folder)
        }
      } finally {
        await lock.release()
      }
    }
    /** Leaves nothing of a database that could not be completed. */
    const abandon = async () => {
      await engine.close()
      if (isNew) await fs.rm(place, { recursive: true, force: true })
      await lock.release()
    }
    return {
      engine: 'pglite' as const,
      folder: lock.folder,
      dumpCopy: (use: (archive: Readable) => Promise<void>) => dumpCopy(engine.copy, lock.folder, use),
      turns,
      dialect: new PipelinedDialect(pool, { prepared, hasTimeLimits: false }),
      ready: () => isResponding(pool),
      close,
      abandon,
      interrupt: engine.interrupt,
      // Its folder is locked.
      exclusively: <T>(work: () => Promise<T>) => work(),
      directly: null,
      requireOneDatabase: null,
      maintain: async (statement: string) => void (await pool.query(statement)),
      /** Refuses writes while there is still room for reads, and says which disk is full. */
      write: async <T>(work: () => Promise<T>) => {
        if (isDiskFull(lock.folder)) throw new DiskFull(folder)
        return work().catch((error) => {
          throw (error as { code?: string }).code === diskFull ? new DiskFull(folder) : error
        })
      },
    }
  } catch (error) {
    await lock.release()
    throw error
  }
}

/** Removes a database whose creation failed, so that the next start does not find half of one. */
const startEngine = async (
  folder: string,
  place: string,
  isNew: boolean,
  options: Parameters<typeof startPglite>[1],
) => {
  try {
    return await startPglite(place, options)
  } catch (error) {
    const reason = await cannotOpen(folder, error)
    if (isNew) await fs.rm(place, { recursive: true, force: true })
    throw reason
  }
}

/** One session runs one statement at a time, without a network that could fail. */
const turns = { maxConcurrent: 1, waiting: 200, stallMs: 10_000 }

const diskFull = '53100'
export const serializationFailure = '40001'
const deadlock = '40P01'

const retried = async <T>(run: () => Promise<T>, attempts = 5): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    const code = (error as { code?: string }).code
    const isRetryable = code === serializationFailure || code === deadlock || isLost(error)
    if (attempts > 1 && isRetryable) return retried(run, attempts - 1)
    throw error
  }
}
