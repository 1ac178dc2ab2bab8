import { companies } from '../../contract/companies'
import { RecordEdit } from '../form/record-edit'
import { company } from './company'
import { statusLabels } from './labels'

const emptied = 'The API cannot make this empty again. Enter a value, or discard the change.'

export const CompanyEdit = () => (
  <RecordEdit
    recordType={company}
    endpoint={companies.update}
    specs={{
      name: { label: 'Name', max: 255 },
      domain: { label: 'Domain', max: 255, half: true },
      status: { label: 'Status', words: statusLabels, half: true },
      employeeCount: { label: 'Employees', kind: 'number', half: true, emptied },
      industry: { label: 'Industry', max: 100, half: true },
      website: { label: 'Website', kind: 'url', emptied, hint: 'With https:// in front' },
    }}
  />
)
