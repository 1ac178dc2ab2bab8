import { companyUsers } from '../../contract/users'
import { companyUserBasics } from '../domain/records/company-user'
import { defineRecordType } from '../record/record-type'
import { PersonFacts, PersonState } from './person'

const path = '/company-users'

export const companyUser = defineRecordType({
  ...companyUserBasics,
  get: companyUsers.get,
  title: 'Company users',
  area: 'Clients',
  state: (person) => <PersonState person={person} />,
  facts: (person) => <PersonFacts path={path} person={person} />,
})
