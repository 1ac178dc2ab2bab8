import { companies } from '../../contract/companies'
import { call } from '../kit/api'
import type { BulkAction } from '../kit/list/bulk'
import type { RowOf } from '../kit/list/list-page'
import { statusLook, statusWords } from './words'

type Company = RowOf<typeof companies.list>
type Status = keyof typeof statusWords

const setStatus: BulkAction<Company> = {
  label: 'Set status',
  endpoint: companies.update,
  icon: 'circle-dot',
  choices: statusWords,
  title: (things, status) => `Set ${things} to ${statusLook(status).word.toLowerCase()}`,
  done: (status) => `are ${statusLook(status).word.toLowerCase()} now`,
  already: (company, status) =>
    company.status === status ? `was ${statusLook(status).word.toLowerCase()} already` : null,
  run: async ({ id }, status) => {
    const { data } = await call(companies.update, { id, body: { status: status as Status } })
    return data.status ? statusLook(data.status).word.toLowerCase() : ''
  },
  undo: { choice: ({ status }) => status ?? '', label: (count) => `Set these ${count} back` },
}

export const companyBulk = [setStatus]
