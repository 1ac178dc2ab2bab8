import { companies } from '../../contract/companies'
import { call } from '../lib/api/client'
import type { RowOf } from '../list/list-page'
import type { BulkAction } from '../list/selection/bulk'
import { statusBadge, statusLabels } from './labels'

type Company = RowOf<typeof companies.list>
type Status = keyof typeof statusLabels

const setStatus: BulkAction<Company> = {
  label: 'Set status',
  endpoint: companies.update,
  icon: 'circle-dot',
  choices: statusLabels,
  title: (things, status) => `Set ${things} to ${statusBadge(status).word.toLowerCase()}`,
  done: (status) => `set to ${statusBadge(status).word.toLowerCase()}`,
  already: (company, status) =>
    company.status === status ? `already ${statusBadge(status).word.toLowerCase()}` : null,
  run: async ({ id }, status) => {
    const { data } = await call(companies.update, { id, body: { status: status as Status } })
    return data.status ? statusBadge(data.status).word.toLowerCase() : ''
  },
  undo: { choice: ({ status }) => status ?? '', label: (count) => `Undo for these ${count}` },
}

export const companyBulk = [setStatus]
