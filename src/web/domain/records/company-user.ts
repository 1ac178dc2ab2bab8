import { companyUsers } from '../../../contract/users'
import type { RelatedRecordType } from '../../record/related'

export const companyUserBasics = {
  list: companyUsers.list,
  path: '/company-users',
  noun: ['company user', 'company users'],
  name: ({ fullName, email }) => fullName || email,
} satisfies RelatedRecordType<typeof companyUsers.get, typeof companyUsers.list>
