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
    already: (row, status) => (row.status === status ? `already ${named(status)}` : null),
    run: async ({ id }, status) => {
      const { data } = await call<WriteEndpoint>(endpoint, { id, body: { status } } as never)
      const saved = (data as RowWithStatus).status
      return saved ? named(saved) : ''
    },
    undo: { choice: ({ status }) => status ?? '', label: (count) => `Undo for these ${count}` },
  }
}
