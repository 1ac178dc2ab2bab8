import { type RawBuilder, sql } from 'kysely'
import type { Read, Row } from './postgres/replicas'
import { isSameState, type Versions, versionsJson } from './table-versions'

/** Reads columns in one statement: from a replica that has these tables at these versions, otherwise from the primary. */
export const readAt = <R extends object>(read: Read, versions: Versions, tables: string[], columns: RawBuilder<R>) =>
  read(sql<R & Row>`select ${versionsJson()} as versions, ${columns}`, isSameState(versions, tables))
