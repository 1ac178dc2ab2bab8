import { companies } from '../../contract/companies'
import { Numeric, Text, WebLink } from '../kit/format'
import { Field } from '../kit/record/parts'
import { recordView } from '../kit/record/view'
import { State } from '../kit/ui/state'
import { statusLook } from './words'

export const company = recordView({
  get: companies.get,
  list: companies.list,
  path: '/companies',
  title: 'Companies',
  area: 'Clients',
  noun: ['company', 'companies'],
  name: ({ name }) => name,
  state: ({ status }) => status && <State look={statusLook(status)} />,
  facts: ({ industry, employeeCount, domain, website }) => (
    <>
      <Field label="Industry">
        <Text value={industry} />
      </Field>
      <Field label="Employees">
        <Numeric value={employeeCount} />
      </Field>
      <Field label="Domain">
        <Text value={domain} />
      </Field>
      <Field label="Website">
        <WebLink href={website} />
      </Field>
    </>
  ),
})
