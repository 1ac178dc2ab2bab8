import { budgets } from '../../contract/budgets'
import { RecordEdit } from '../kit/record/edit'
import { budget } from './budget'
import { periodWords, statusWords } from './words'

export const BudgetEdit = () => (
  <RecordEdit
    view={budget}
    endpoint={budgets.update}
    specs={{
      title: { label: 'Title', max: 255 },
      fiscalYear: { label: 'Fiscal year', kind: 'number', half: true },
      periodType: { label: 'Period', words: periodWords, half: true },
      status: { label: 'Status', words: statusWords, half: true },
      currency: { label: 'Currency', half: true, hint: 'Lines in another one are left out of the totals' },
      notes: { label: 'Notes', kind: 'notes', max: 10_000, clears: true },
    }}
  />
)
