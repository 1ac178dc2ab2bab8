import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** What `pg` knows of a connection and does not declare. */
type Wire = {
  host: string
  port: number
  ssl: unknown
  processID: number
  secretKey: number
  connection: { stream: Duplex }
}

export const wireOf = (client: pg.ClientBase) => client as unknown as Wire
