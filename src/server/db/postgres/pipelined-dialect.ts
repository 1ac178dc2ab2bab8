import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type Kysely,
  PostgresAdapter,
  PostgresDialect,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { copyFrom } from './copy-from'
import { isLost, type Prepared } from './prepared'
import { withTimeLimit } from './time-limit'

// pg sends dates in local time with an offset in whole minutes. Offsets before standard time had seconds, so old dates would shift.
pg.defaults.parseInputDatesAsUTC = true

type Pool = { connect: () => Promise<pg.PoolClient>; end: () => Promise<void> }

type Options = {
  /** Without it nothing is prepared. */
  prepared?: Prepared
  /** False for an engine without a clock, which is interrupted from outside. */
  hasTimeLimits?: boolean
}

/**
 * PostgreSQL over a pool in `pg`'s pipeline mode. Nothing is kept in a session but prepared statements, and those only where
 * there is no pooler: time limits are set within each transaction, and a statement outside one is cancelled by us.
 */
export class PipelinedDialect extends PostgresDialect {
  constructor(
    private readonly pool: Pool,
    private readonly options: Options = {},
  ) {
    super({ pool })
  }
  override createDriver() {
    return driverOf(this.pool, this.options)
  }
  override createAdapter() {
    return new LocklessAdapter()
  }
}

/** Migrations already run under the start lock; Kysely's lock would belong to a session. */
class LocklessAdapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

/** A hung instance in a transaction would block the writes of all others. */
const beginWithLimits = `begin; set local statement_timeout = 8000; set local idle_in_transaction_session_timeout = 5000`

const driverOf = (pool: Pool, options: Options): Driver => {
  const of = (connection: DatabaseConnection) => connection as PipelinedConnection
  return {
    init: async () => {},
    acquireConnection: async () => new PipelinedConnection(await pool.connect(), options),
    beginTransaction: async (connection) => of(connection).begin(),
    commitTransaction: (connection) => of(connection).end('commit'),
    rollbackTransaction: (connection) => of(connection).end('rollback'),
    releaseConnection: async (connection) => of(connection).client.release(),
    destroy: () => pool.end(),
  }
}

class PipelinedConnection implements DatabaseConnection {
  #isInTransaction = false
  #begun: Promise<unknown> | null = null
  constructor(
    readonly client: pg.PoolClient,
    readonly options: Options,
  ) {}

  get #hasTimeLimits() {
    return this.options.hasTimeLimits ?? true
  }
  /** Sent with the first statement, which saves a round trip and reports a failure. */
  begin() {
    this.#isInTransaction = true
    this.#begun = this.client.query(this.#hasTimeLimits ? beginWithLimits : 'begin')
    this.#begun.catch(() => {})
  }
  async end(command: 'commit' | 'rollback') {
    await this.executeQuery(CompiledQuery.raw(command))
    this.#isInTransaction = false
  }
  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    // Without parameters it may be several statements.
    const name = parameters.length > 0 ? this.options.prepared?.nameOf(this.client, text) : undefined
    try {
      return await this.#query({ ...(name && { name }), text, values: [...parameters] })
    } catch (error) {
      if (!name || !isLost(error)) throw error
      this.options.prepared?.turnOff()
      // The transaction has failed with it. `database.transaction` runs it again; a backup fails.
      if (this.#isInTransaction) throw error
      return this.#query({ text, values: [...parameters] })
    }
  }
  #query<R>(query: pg.QueryConfig): Promise<QueryResult<R>> {
    return this.#send(async () => {
      const { rows } = await this.client.query(query)
      return { rows }
    })
  }
  async #send<T>(run: () => Promise<T>) {
    const begun = this.#begun
    this.#begun = null
    const isOnItsOwn = this.#hasTimeLimits && !this.#isInTransaction
    const [result] = await Promise.all([isOnItsOwn ? withTimeLimit(this.client, run) : run(), begun])
    return result
  }
  copy(text: string, rows: Buffer) {
    return this.#send(() => copyFrom(this.client, text, rows))
  }
  streamQuery(): never {
    throw new Error('Results are not streamed.')
  }
}

/** Runs `copy … from stdin` in a transaction, with rows in PostgreSQL's text format. */
export const copyInto = (transaction: Kysely<unknown>, text: string, rows: Buffer) =>
  transaction.getExecutor().provideConnection((connection) => (connection as PipelinedConnection).copy(text, rows))
