import { RecordEdit } from '../form/record-edit'
import { recordType as budget } from './budget-record'
import { budgetFields } from './labels'

export const Component = () => <RecordEdit recordType={budget} specs={budgetFields} />
