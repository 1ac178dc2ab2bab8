import { recordType as companyUser } from './company-user-record'
import { PersonRecord, personLoader } from './person-details'

export const loader = personLoader({ recordType: companyUser })

export const Component = () => <PersonRecord recordType={companyUser} />
