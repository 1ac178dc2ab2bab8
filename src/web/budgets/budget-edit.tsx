import { budgets } from '../../contract/budgets'
import { RecordEdit } from '../form/record-edit'
import { budget } from './budget'
import { periodLabels, statusLabels } from './labels'

export const BudgetEdit = () => (
  <RecordEdit
    recordType={budget}
    endpoint={budgets.update}
    specs={{
      title: { label: 'Title', max: 255 },
      fiscalYear: { label: 'Fiscal year', kind: 'number', half: true },
      periodType: { label: 'Period', words: periodLabels, half: true },
      status: { label: 'Status', words: statusLabels, half: true },
      currency: { label: 'Currency', half: true, hint: 'Lines in another one are left out of the totals' },
      notes: { label: 'Notes', kind: 'notes', max: 10_000, clears: true },
    }}
  />
)
