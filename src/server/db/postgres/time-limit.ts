import pg from 'pg'
import { wireOf } from './wire'

/** Milliseconds until a statement is cancelled, and then until its connection is cut. */
const limitMs = 8000
const graceMs = 1000

/**
 * Limits the time of a statement outside a transaction. A limit of the session would stay in a pooler's connection and reach
 * other clients, so the statement is cancelled from here; its connection is not used again.
 */
export const withTimeLimit = async <T>(client: pg.PoolClient, run: () => Promise<T>): Promise<T> => {
  let isLate = false
  let timer = setTimeout(() => {
    isLate = true
    cancel(client)
    timer = setTimeout(() => wireOf(client).connection.stream.destroy(), graceMs)
  }, limitMs)
  try {
    return await run()
  } finally {
    clearTimeout(timer)
    // The cancellation might otherwise arrive during its next statement.
    if (isLate) void client.end().catch(() => {})
  }
}

type CancelConnection = pg.Connection & {
  connect: (port: number | string, host?: string) => void
  requestSsl: () => void
  cancel: (processID: number, secretKey: number) => void
}

/** Cancels the running statement, as PostgreSQL and its poolers provide for: by a message on another connection. */
const cancel = (client: pg.ClientBase) => {
  const { host, port, ssl, processID, secretKey } = wireOf(client)
  const connection = new pg.Connection({ ssl } as ConstructorParameters<typeof pg.Connection>[0]) as CancelConnection
  connection.on('error', () => {})
  if (ssl) connection.once('connect', () => connection.requestSsl())
  connection.once(ssl ? 'sslconnect' : 'connect', () => connection.cancel(processID, secretKey))
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
  else connection.connect(port, host)
}
