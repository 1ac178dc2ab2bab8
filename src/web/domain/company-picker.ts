import { companies } from '../../contract/companies'
import { recordPicker } from '../list/filters/record-picker'

export const CompanyPicker = recordPicker({
  get: companies.get,
  list: companies.list,
  noun: 'company',
  by: 'name',
  name: ({ name }) => name,
  hint: ({ domain }) => domain,
})
