import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../kit/implement'
import type { Executor } from './open'

type Fields = Record<string, unknown>

/** Leaves the trace of a write, in the write's own transaction: who, what, and the fields that differ as they were and are. */
export const trace = async (
  executor: Executor,
  context: Pick<Context, 'caller' | 'operation' | 'resource'>,
  id: string,
  before: Fields,
  after: Fields,
) => {
  const { caller, operation, resource } = context
  const differing = Object.keys({ ...before, ...after }).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )
  const only = (record: Fields) => JSON.stringify(Object.fromEntries(differing.map((key) => [key, record[key]])))
  await sql`
    insert into audit_events (id, at, key, operation, resource, record_id, before, after)
    values (${randomUUID()}, ${new Date()}, ${JSON.stringify({ id: caller.id, name: caller.name })}, ${operation}, ${resource}, ${id}, ${only(before)}, ${only(after)})`.execute(
    executor,
  )
}
