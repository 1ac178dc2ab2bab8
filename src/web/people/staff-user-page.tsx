import { PersonRecord, personLoader } from './person-record'
import { staffUser } from './staff-user'

export const loader = personLoader({ recordType: staffUser })

export const Component = () => <PersonRecord recordType={staffUser} />
