import { users } from '../../contract/users'
import { defineRecordType } from '../record/record-type'
import { PersonFacts, PersonState, personName } from './person'
import { PrimaryAdmin } from './primary-admin'

const path = '/users'

export const staffUser = defineRecordType({
  get: users.get,
  list: users.list,
  path,
  title: 'Staff users',
  noun: ['staff user', 'staff users'],
  name: personName,
  state: (person) => (
    <>
      <PersonState person={person} />
      {person.isPrimaryAdmin && <PrimaryAdmin />}
    </>
  ),
  facts: (person) => <PersonFacts path={path} person={person} />,
})
