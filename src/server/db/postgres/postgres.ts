import { randomInt } from 'node:crypto'
import net from 'node:net'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { DatabaseFailure } from '../database-failure'
import { singleFlight } from '../single-flight'
import { placeIn } from './address'
import { explained, openingFailure } from './opening-failure'
import { PipelinedDialect } from './pipelined-dialect'
import { isDirect, preparedStatements } from './prepared'
import { followPrimary } from './primary'

/** Heartbeat interval and timeout: together below a second. */
const between = 250
const stallMs = 600
/** Connecting takes longer on a busy machine; requests are refused meanwhile. */
const toConnect = 2000
/** A start waits longer, since no one is waiting for a response. */
const toStart = 15_000

const sessions = 10
/** Connections for authentication and rate limits, beside the slots. */
const turns = { maxConcurrent: sessions - 2, waiting: 200, stallMs: between + stallMs }

/**
 * A pool that notices when PostgreSQL goes silent. A dead network closes no connection, so statements would wait for
 * minutes. A heartbeat on its own connection detects it; then all connections are cut, and requests fail at once until
 * it is back. `directUrl` leads past a pooler.
 */
export const openPostgres = (url: string, directUrl?: string) => {
  const sockets = new Map<pg.ClientBase, net.Socket>()
  const cut = (isCut: (client: pg.ClientBase) => boolean = () => true) => {
    for (const [client, socket] of sockets) if (isCut(client)) socket.destroy()
  }
  const primary = followPrimary(url, cut)
  const direct = async () => {
    if (directUrl) return directUrl
    await primary.located()
    return primary.address()
  }
  const withDirectClient = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: await direct(), connectionTimeoutMillis: toStart })
    client.on('error', () => {})
    await client.connect().catch((error) => {
      throw directUrl ? openingFailure(directUrl, error, 'DATABASE_DIRECT_URL') : error
    })
    return work(client).finally(() => client.end().catch(() => {}))
  }
  const prepared = preparedStatements()
  const pool = new pg.Pool({
    Client: class extends pg.Client {
      constructor(config?: pg.ClientConfig) {
        const socket = new net.Socket()
        super({ ...config, connectionString: primary.address(), stream: () => socket })
        sockets.set(this, socket)
        socket.once('close', () => sockets.delete(this))
      }
    },
    verify: (client, done) =>
      void Promise.all([primary.check(client), prepared.allowIfDirect(client)]).then(() => done(), done),
    max: sessions,
    connectionTimeoutMillis: toConnect,
    pipeline: true,
  })
  ignoreConnectionErrors(pool)

  const received = () => [...sockets.values()].reduce((sum, { bytesRead }) => sum + bytesRead, 0)
  const heartbeat = createHeartbeat(primary.address, received)
  let isAway = false
  let isClosed = false
  const check = async () => {
    const status = await heartbeat.check()
    if (isClosed) return status
    isAway = status === 'silent'
    if (isAway) cut()
    if (status !== 'there') await primary.probe()
    return status
  }
  const checkIfUsed = async () => {
    if (isAway || pool.totalCount > pool.idleCount || pool.waitingCount > 0) await check()
  }
  const schedule = () => {
    if (!isClosed) timer = setTimeout(() => void checkIfUsed().then(schedule), between).unref()
  }
  let timer: NodeJS.Timeout | undefined
  schedule()

  return {
    engine: 'postgres' as const,
    turns,
    dialect: new PipelinedDialect(
      {
        connect: async () => {
          if (isAway) throw new Error('PostgreSQL is not responding.')
          await primary.located()
          return pool.connect()
        },
        end: () => pool.end(),
      },
      { prepared },
    ),
    // Once readiness is reported, requests must succeed.
    ready: async () => (await check()) === 'there' && primary.located().then(yes, no),
    interrupt: () => {},
    exclusively: <T>(work: () => Promise<T>) =>
      withDirectClient(async (client) => {
        await client.query(lock)
        return work().finally(() => client.query('rollback').catch(() => {}))
      }),
    /** Rejects if `directUrl` leads to another database than `executor`, which then does not see a lock that is taken there. */
    requireOneDatabase: async (executor: Kysely<unknown>) => {
      if (directUrl && !(await withDirectClient((client) => isOneDatabase(client, executor))))
        throw differentDatabases(url, directUrl)
    },
    /** Gives `work` a connection past the pooler. */
    directly: async <T>(work: (executor: Kysely<unknown>) => Promise<T>) => {
      const single = new pg.Pool({ connectionString: await direct(), max: 1, pipeline: true })
      ignoreConnectionErrors(single)
      const executor = new Kysely<unknown>({ dialect: new PipelinedDialect(single) })
      try {
        return await work(executor)
      } catch (error) {
        throw explained(directUrl, error, 'DATABASE_DIRECT_URL')
      } finally {
        await executor.destroy()
      }
    },
    maintain: (statement: string) =>
      withDirectClient(async (client) => {
        // What the role sets may be too short. Behind a pooler the setting would stay for other clients.
        if (await isDirect(client)) await client.query('set statement_timeout = 0')
        await client.query(statement)
      }),
    close: async () => {
      isClosed = true
      primary.stop()
      clearTimeout(timer)
      await heartbeat.stop()
    },
  }
}

const yes = () => true
const no = () => false

/** An arbitrary number. */
const startLock = 7316_2026

/** The lock belongs to a transaction: a pooler would keep a session's lock, and hold up every later start. */
const lock = `begin; set local statement_timeout = 0; set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0; select pg_advisory_xact_lock(${startLock})`

/**
 * Takes a lock at one address and looks for it at the other. Locks are not replicated, so if either is a standby, which a switchover
 * can make it, this cannot tell, and takes them for the same.
 */
const isOneDatabase = async (client: pg.Client, executor: Kysely<unknown>) => {
  const direct = await client.query<{ isStandby: boolean }>('select pg_is_in_recovery() as "isStandby"')
  if (direct.rows[0]?.isStandby) return true
  const key = randomInt(2 ** 31)
  await client.query(`begin; select pg_advisory_xact_lock(${key})`)
  const { rows } = await sql<{ isOne: boolean }>`
    select pg_is_in_recovery() or exists (
      select from pg_locks
      where locktype = 'advisory' and classid = 0 and objid = ${sql.lit(key)} and objsubid = 1
        and database = (select oid from pg_database where datname = current_database())) as "isOne"`.execute(executor)
  return rows[0]?.isOne === true
}

const differentDatabases = (url: string, directUrl: string) => {
  const [pooled, direct] = [placeIn(url), placeIn(directUrl)]
  return new DatabaseFailure(
    `DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: ${pooled.database} at ${pooled.hosts}, and ${direct.database} at ${direct.hosts}. Nothing was changed. Correct the address that is wrong.`,
  )
}

type Status = 'there' | 'refuses' | 'silent'

/**
 * PgBouncer reports this when it has no server connection and its last login failed. Queued statements would only wait until they
 * time out, and none is running, so cutting them is safe. When PostgreSQL itself refuses, some may be running.
 */
const isWithoutServer = ({ message }: pg.DatabaseError) => /server login has been failing/i.test(message)

/** Milliseconds between checks of whether anything was received. */
const pollMs = 50

/**
 * The heartbeat's connection, reopened after each failure. A refused connection is not silence, unless by a pooler that has no
 * server; neither is a heartbeat that waits in a pooler's queue while other connections receive something.
 */
const createHeartbeat = (address: () => string, received: () => number) => {
  let client: pg.Client | null = null
  const once = singleFlight()
  let isStopped = false
  const end = async () => {
    const ended = client
    client = null
    await ended?.end().catch(() => {})
  }
  const open = async () => {
    const opened = new pg.Client({ connectionString: address() })
    const forget = () => {
      if (client === opened) client = null
    }
    client = opened.on('error', forget).on('end', forget)
    await opened.connect()
    return opened
  }
  const answer = async () => {
    const asked = client ?? (await open())
    await asked.query('select 1')
    return 'there' as const
  }
  const attempt = async (): Promise<Status | 'cut'> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'silent'>((resolve) => {
      const patience = client ? stallMs : toConnect
      let [bytes, silentMs] = [received(), 0]
      timer = setInterval(() => {
        const now = received()
        // Counted in checks: while this process is held up itself, no one listens.
        silentMs = now > bytes ? 0 : silentMs + pollMs
        bytes = now
        if (silentMs >= patience) resolve('silent')
      }, pollMs)
    })
    try {
      return await Promise.race([answer(), late])
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) return 'cut'
      return isWithoutServer(error) ? 'silent' : 'refuses'
    } finally {
      clearInterval(timer)
    }
  }
  const check = async (): Promise<Status> => {
    const wasOpen = client !== null
    let status = await attempt()
    // An ended heartbeat connection says nothing about the others, so a new one checks.
    if (wasOpen && !isStopped && (status === 'cut' || status === 'refuses')) {
      void end()
      status = await attempt()
    }
    if (status !== 'there') void end()
    return status === 'cut' ? 'silent' : status
  }
  return {
    stop: () => {
      isStopped = true
      return end()
    },
    check: async (): Promise<Status> => (isStopped ? 'silent' : once('check', check)),
  }
}

export const isResponding = (pool: pg.Pool) => pool.query('select 1').then(yes, no)

/** Without a listener, a cut connection would end the process. */
export const ignoreConnectionErrors = (pool: pg.Pool) => {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
}
