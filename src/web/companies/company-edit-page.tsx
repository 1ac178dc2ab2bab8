import { RecordEdit } from '../form/record-edit'
import { recordType as company } from './company-record'
import { companyFields } from './labels'

export const Component = () => <RecordEdit recordType={company} specs={companyFields} />
