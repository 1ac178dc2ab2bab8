import { companyUsers } from '../../contract/users'
import { recordView } from '../kit/record/view'
import { PersonFacts, PersonState, personName } from './person'

const path = '/company-users'

export const companyUser = recordView({
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
