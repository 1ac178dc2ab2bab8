import { companyUsers } from '../../contract/users'
import { companyUserBasics } from '../domain/records/company-user'
import { defineRecordType } from '../record/record-type'
import { PersonFacts, PersonState } from './person'
import { companyUsers as section } from './sections'

export const recordType = defineRecordType({
  ...companyUserBasics,
  ...section,
  get: companyUsers.get,
  state: (person) => <PersonState person={person} />,
  facts: (person) => <PersonFacts path={section.path} person={person} />,
})
