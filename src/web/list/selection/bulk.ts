import type { Endpoint } from '../../../contract/core/endpoint'
import type { IconName } from '../../ui/icon/icon'

export type Row = { id: string; updatedAt?: string | null; company?: { name?: string | null } | null }

/** A bulk action; rows are written one at a time. */
export type BulkAction<R extends Row> = {
  /** "Set status", "Turn off". */
  label: string
  /** Endpoint, which determines the required scope. */
  endpoint: Endpoint
  icon: IconName
  /** Labels of the values to choose from, or the only value. */
  choices: Record<string, string> | string
  /** "Turn off 5 rules". */
  title: (things: string, choice: string) => string
  /** "turned off". */
  done: (choice: string) => string
  /** "already off". */
  already: (choice: string) => string
  /** Says of a record, before it is written, what someone has to know to decide. */
  about?: (record: R) => string | null | undefined
  /** Writes what the row has already, too: it may have changed since it was listed. */
  run: (row: R, choice: string, ifMatch: string | null) => Promise<{ data: object; etag: string | null }>
  /** Whether a record, as listed or as answered, has the value. */
  has: (record: R, choice: string) => boolean
  /** Says of a written record: "version 9". */
  note: (record: R) => string
  /** The value that undoes the change for a row, null if it is unknown, and the button’s label: “Turn these 5 back on”. */
  undo: { choice: (row: R) => string | null; label: (them: string) => string }
}
