import { RecordEdit } from '../form/record-edit'
import { recordType as budget } from './budget-record'
import { budgetFields } from './labels'

export const Component = ({ id }: { id?: string }) => <RecordEdit recordType={budget} specs={budgetFields} id={id} />
