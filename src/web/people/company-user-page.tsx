import { companyUser } from './company-user'
import { PersonRecord, personLoader } from './person-record'

export const loader = personLoader({ recordType: companyUser })

export const Component = () => <PersonRecord recordType={companyUser} />
