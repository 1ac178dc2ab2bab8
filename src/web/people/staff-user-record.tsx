import { users } from '../../contract/users'
import { defineRecordType } from '../record/record-type'
import { PersonFacts, PersonState, personName } from './person'
import { PrimaryAdmin } from './primary-admin'
import { users as section } from './sections'

export const recordType = defineRecordType({
  ...section,
  get: users.get,
  list: users.list,
  noun: ['staff user', 'staff users'],
  name: personName,
  state: (person) => (
    <>
      <PersonState person={person} />
      {person.isPrimaryAdmin && <PrimaryAdmin />}
    </>
  ),
  facts: (person) => <PersonFacts path={section.path} person={person} />,
})
