import { companyUsers } from '../../contract/users'
import { recordPicker } from '../list/filters/record-picker'

/** Picks a company user. */
export const PersonPicker = recordPicker({
  get: companyUsers.get,
  list: companyUsers.list,
  noun: 'person',
  by: 'full_name',
  name: ({ fullName }) => fullName,
  hint: ({ company }) => company?.name,
})
