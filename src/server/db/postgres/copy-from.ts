import { once } from 'node:events'
import pg from 'pg'

/** What `pg` does for a COPY and does not declare. */
type CopyingConnection = pg.Connection & { sendCopyFromChunk: (rows: Buffer) => void; endCopyFrom: () => void }

/** A `copy … from stdin` that is sent with its rows: the embedded engine takes all of a statement at once or none of it. */
class CopyFrom extends pg.Query {
  constructor(text: string, rows: Buffer) {
    super(text)
    this.submit = (connection) => {
      const { stream, sendCopyFromChunk, endCopyFrom } = connection as CopyingConnection
      stream.cork()
      connection.query(text)
      sendCopyFromChunk.call(connection, rows)
      endCopyFrom.call(connection)
      stream.uncork()
    }
  }
  /** The rows are on their way already. */
  handleCopyInResponse() {}
}

/** Runs `copy … from stdin` with rows in PostgreSQL's text format. */
export const copyFrom = async (client: pg.ClientBase, text: string, rows: Buffer) => {
  await once(client.query(new CopyFrom(text, rows)), 'end')
}
