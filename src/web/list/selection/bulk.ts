import type { ReactNode } from 'react'
import type { Endpoint } from '../../../contract/core/endpoint'
import type { IconName } from '../../ui/icon/icon'

export type Row = { id: string; company?: { name?: string | null } | null }

/** A bulk action; rows are written one at a time. */
export type BulkAction<R extends Row> = {
  /** "Set status", "Turn off". */
  label: string
  /** Endpoint, which determines the required scope. */
  endpoint: Endpoint
  icon: IconName
  /** Labels of the values to choose from, if any. */
  choices?: Record<string, string>
  /** "Turn off 5 rules". */
  title: (things: string, choice: string) => string
  /** "turned off". */
  done: (choice: string) => string
  /** Says why a row needs no change: "already off". */
  already: (row: R, choice: string) => string | null
  /** Writes and describes the result: "version 9". */
  run: (row: R, choice: string) => Promise<ReactNode>
  /** The value that undoes the change for a row, and the button’s label. */
  undo?: { choice: (row: R) => string; label: (count: string) => string }
}
