import net from 'node:net'
import pg from 'pg'
import { PipelinedDialect } from './pipelined-dialect'

/** How often a busy PostgreSQL is asked whether it is there, and how long its answer may take: together below a second. */
const between = 250
const stallMs = 600
/** A busy machine takes longer to begin a connection, and whoever asks meanwhile is refused already. */
const toConnect = 2000

const sessions = 10
/** Callers and their points are asked for beside the turns. */
const turns = { maxConcurrent: sessions - 2, waiting: 200, stallMs: between + stallMs }

/**
 * A pool that notices when PostgreSQL falls silent. A dead network ends no connection: what waits on one would wait for minutes.
 * So a connection of its own asks while others work; without an answer all are cut, and nobody waits until there is one again.
 */
export const openPostgres = (url: string) => {
  const sockets = new Set<net.Socket>()
  const stream = () => {
    const socket = new net.Socket()
    sockets.add(socket)
    return socket.once('close', () => sockets.delete(socket))
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: sessions,
    connectionTimeoutMillis: toConnect,
    statement_timeout: 8000,
    // An instance that hangs in the middle of a write would hold up the writes of all others.
    idle_in_transaction_session_timeout: 5000,
    stream,
    pipeline: true,
  })
  ignoreConnectionErrors(pool)
  // Compiling a statement takes longer than those of lists run.
  pool.on('connect', (client) => void client.query('set jit = off').catch(() => {}))

  const pulse = pulseOf(url)
  let away = false
  const hear = async () => {
    const told = await pulse.ask()
    away = told === 'silent'
    if (away) for (const socket of sockets) socket.destroy()
    return told
  }
  const listen = async () => {
    if (away || pool.totalCount > pool.idleCount || pool.waitingCount > 0) await hear()
  }
  const again = () => {
    timer = setTimeout(() => void listen().then(again), between).unref()
  }
  let timer: NodeJS.Timeout
  again()

  return {
    engine: 'postgres' as const,
    turns,
    dialect: new PipelinedDialect({
      pool: {
        connect: () => (away ? Promise.reject(new Error('PostgreSQL is not responding.')) : pool.connect()),
        end: () => pool.end(),
      },
    }),
    // Whoever is told that it is there, is served from then on.
    ready: async () => (await hear()) === 'there',
    interrupt: () => {},
    exclusively: <T>(work: () => Promise<T>) => exclusively(url, work),
    close: async () => {
      clearTimeout(timer)
      await pulse.end()
    },
  }
}

/** Any number; Kysely has one of its own for migrations. */
const startLock = 7316_2026

/** One instance after the other, however long each takes: on a connection of its own, since those of the pool have no such patience. */
const exclusively = async <T>(url: string, work: () => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [startLock])
    return await work()
  } finally {
    await client.end().catch(() => {})
  }
}

type Told = 'there' | 'refuses' | 'silent'

/** A connection that does nothing but ask, made anew whenever it got no answer. Whoever refuses is not silent. */
const pulseOf = (url: string) => {
  let client: pg.Client | null = null
  let asking: Promise<Told> | null = null
  const end = async () => {
    const ended = client
    client = null
    await ended?.end().catch(() => {})
  }
  const open = async () => {
    const opened = new pg.Client({ connectionString: url, query_timeout: stallMs })
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
  const attempt = async (): Promise<Told | 'cut'> => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<'silent'>((resolve) => {
      timer = setTimeout(resolve, client ? stallMs : toConnect, 'silent')
    })
    try {
      return await Promise.race([answer(), late])
    } catch (error) {
      return error instanceof pg.DatabaseError ? 'refuses' : 'cut'
    } finally {
      clearTimeout(timer)
    }
  }
  const ask = async (): Promise<Told> => {
    const wasOpen = client !== null
    let told = await attempt()
    // Whoever ends this connection has said nothing of the others, so a new one asks.
    if (wasOpen && (told === 'cut' || told === 'refuses')) {
      void end()
      told = await attempt()
    }
    if (told !== 'there') void end()
    return told === 'cut' ? 'silent' : told
  }
  return {
    end,
    ask: () => {
      asking ??= ask().finally(() => {
        asking = null
      })
      return asking
    },
  }
}

export const isResponding = (pool: pg.Pool) =>
  pool.query('select 1').then(
    () => true,
    () => false,
  )

/** Without a listener, a connection that is cut would end the process, idle or in the middle of a statement. */
export const ignoreConnectionErrors = (pool: pg.Pool) => {
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
}
