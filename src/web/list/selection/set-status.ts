import type { WriteEndpoint } from '../../../contract/core/endpoint'
import { call } from '../../lib/api/client'
import type { Statuses } from '../../ui/status-badge'
import type { BulkAction, Row } from './bulk'

type RowWithStatus = Row & { status?: string | null }

/** Sets the status of the selected rows. */
export const setStatus = (endpoint: WriteEndpoint, { labels, badge }: Statuses): BulkAction<RowWithStatus> => {
  const named = (status: string) => badge(status).word.toLowerCase()
  return {
    label: 'Set status',
    endpoint,
    icon: 'circle-dot',
    choices: labels,
    title: (things, status) => `Set ${things} to ${named(status)}`,
    done: (status) => `set to ${named(status)}`,
    already: (status) => `already ${named(status)}`,
    run: (row, status, ifMatch) => call<WriteEndpoint>(endpoint, { id: row.id, body: { status }, ifMatch } as never),
    has: (record, status) => record.status === status,
    note: ({ status }) => (status ? named(status) : ''),
    undo: { choice: ({ status }) => status || null, label: (them) => `Undo for ${them}` },
  }
}
