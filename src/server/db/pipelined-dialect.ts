import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
} from 'kysely'

/** PostgreSQL over a pool in `pg`'s pipeline mode: `begin` is sent with the first statement of a transaction, which saves a round trip. */
export class PipelinedDialect extends PostgresDialect {
  constructor(private readonly config: PostgresDialectConfig) {
    super(config)
  }
  override createDriver() {
    return pipelinedDriver(new PostgresDriver(this.config))
  }
}

const pipelinedDriver = (driver: Driver): Driver => {
  const innerOf = (connection: DatabaseConnection) => (connection as PipelinedConnection).inner
  return {
    init: () => driver.init(),
    acquireConnection: async () => new PipelinedConnection(await driver.acquireConnection()),
    beginTransaction: async (connection) => (connection as PipelinedConnection).begin(),
    commitTransaction: (connection) => driver.commitTransaction(connection),
    rollbackTransaction: (connection) => driver.rollbackTransaction(connection),
    releaseConnection: (connection) => driver.releaseConnection(innerOf(connection)),
    destroy: () => driver.destroy(),
  }
}

class PipelinedConnection implements DatabaseConnection {
  #begun: Promise<unknown> | null = null
  constructor(readonly inner: DatabaseConnection) {}

  begin() {
    this.#begun = this.inner.executeQuery(CompiledQuery.raw('begin'))
    // A failure is reported by the statement that it is sent with.
    this.#begun.catch(() => {})
  }
  async executeQuery<R>(query: CompiledQuery) {
    const begun = this.#begun
    this.#begun = null
    const [result] = await Promise.all([this.inner.executeQuery<R>(query), begun])
    return result
  }
  streamQuery<R>(query: CompiledQuery, chunkSize?: number) {
    return this.inner.streamQuery<R>(query, chunkSize)
  }
}
