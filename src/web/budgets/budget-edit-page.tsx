import { budgets } from '../../contract/budgets'
import { RecordEdit } from '../form/record-edit'
import { budget } from './budget'
import { budgetFields } from './labels'

export const Component = () => <RecordEdit recordType={budget} endpoint={budgets.update} specs={budgetFields} />
