import { once } from 'node:events'
import pg from 'pg'

/** What `pg` does for a COPY and does not declare. */
type CopyingConnection = pg.Connection & { sendCopyFromChunk: (rows: Buffer) => void; endCopyFrom: () => void }

/** Sends a `copy … from stdin`, its rows and the end in one write: PGlite cannot pause within a statement. */
class CopyFrom extends pg.Query {
  constructor(text: string, rows: Buffer) {
    super(text)
    this.submit = (connection) => {
      const { stream, sendCopyFromChunk, endCopyFrom } = connection as CopyingConnection
      stream.cork()
      try {
        connection.query(text)
        sendCopyFromChunk.call(connection, rows)
        endCopyFrom.call(connection)
      } finally {
        stream.uncork()
      }
    }
  }
  /** The rows are on their way already. */
  handleCopyInResponse() {}
}

/** Runs `copy … from stdin` with rows in PostgreSQL's text format. */
export const copyFrom = async (client: pg.ClientBase, text: string, rows: Buffer) => {
  await once(client.query(new CopyFrom(text, rows)), 'end')
}
