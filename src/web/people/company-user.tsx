import { companyUsers } from '../../contract/users'
import { defineRecordType } from '../record/record-type'
import { PersonFacts, PersonState, personName } from './person'

const path = '/company-users'

export const companyUser = defineRecordType({
  get: companyUsers.get,
  list: companyUsers.list,
  path,
  title: 'Company users',
  area: 'Clients',
  noun: ['company user', 'company users'],
  name: personName,
  state: (person) => <PersonState person={person} />,
  facts: (person) => <PersonFacts path={path} person={person} />,
})
