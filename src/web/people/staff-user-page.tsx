import { PersonRecord, personLoader } from './person-details'
import { recordType as staffUser } from './staff-user-record'

export const loader = personLoader({ recordType: staffUser })

export const Component = () => <PersonRecord recordType={staffUser} />
