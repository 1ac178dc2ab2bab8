import type { ReactNode } from 'react'
import type { Endpoint } from '../../../contract/core/endpoint'
import type { IconName } from '../../ui/icon/icon'

export type Row = { id: string }

/** What can be done with many rows at once, one write after another. */
export type BulkAction<R extends Row> = {
  /** "Set status", "Switch off". */
  label: string
  /** What it writes with, for the scope that it needs. */
  endpoint: Endpoint
  icon: IconName
  /** Where it needs a value first: its words. */
  choices?: Record<string, string>
  /** "Switch 5 rules off". */
  title: (things: string, choice: string) => string
  /** "were switched off". */
  done: (choice: string) => string
  /** Whether there is nothing to do for this row, and what to say of it: "was off already". */
  already: (row: R, choice: string) => string | null
  /** Writes, and says what came of it: "version 9". */
  run: (row: R, choice: string) => Promise<ReactNode>
  /** The choice that takes it back for this row, and what the button for it is called: "Switch these 3 on again". */
  undo?: { choice: (row: R) => string; label: (count: string) => string }
}
