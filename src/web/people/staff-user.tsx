import { users } from '../../contract/users'
import { recordView } from '../kit/record/view'
import { PersonFacts, PersonState, personName } from './person'
import { PrimaryAdmin } from './primary-admin'

const path = '/users'

export const staffUser = recordView({
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
