import { useNavigate, useOutletContext } from 'react-router-dom'
import { companies } from '../../contract/companies'
import { EditForm } from '../kit/form/edit-form'
import type { CompanyContext } from './company-page'
import { statusWords } from './words'

const emptied = 'The API cannot make this empty again. Enter a value, or discard the change.'

export const CompanyEdit = () => {
  const { record, etag } = useOutletContext<CompanyContext>()
  const navigate = useNavigate()
  return (
    <EditForm
      endpoint={companies.update}
      reads={companies.get}
      record={record}
      etag={etag}
      what="company"
      name={record.name || 'this company'}
      specs={{
        name: { label: 'Name', max: 255 },
        domain: { label: 'Domain', max: 255, half: true },
        status: { label: 'Status', words: statusWords, half: true },
        employeeCount: { label: 'Employees', kind: 'number', half: true, emptied },
        industry: { label: 'Industry', max: 100, half: true },
        website: { label: 'Website', kind: 'url', emptied, hint: 'With https:// in front' },
      }}
      onClose={() => navigate('..', { relative: 'path', replace: true })}
    />
  )
}
