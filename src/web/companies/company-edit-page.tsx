import { companies } from '../../contract/companies'
import { RecordEdit } from '../form/record-edit'
import { company } from './company'
import { companyFields } from './labels'

export const Component = () => <RecordEdit recordType={company} endpoint={companies.update} specs={companyFields} />
