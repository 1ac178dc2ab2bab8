import { companies } from '../../contract/companies'
import { defineRecordType } from '../record/record-type'
import { Field } from '../ui/facts/details'
import { lazyComponent } from '../ui/lazy-component'
import { StatusBadge } from '../ui/status-badge'
import { companyStatus } from './labels'
import { companies as section } from './sections'

const PanelBrief = lazyComponent(async () => (await import('./panel-brief')).PanelBrief)

export const recordType = defineRecordType({
  ...section,
  get: companies.get,
  list: companies.list,
  write: companies.update,
  statuses: companyStatus,
  noun: ['company', 'companies'],
  name: ({ name }) => name,
  state: ({ status }) => status && <StatusBadge badge={companyStatus.badge(status)} />,
  facts: ({ industry, employeeCount, domain, website }) => (
    <>
      <Field label="Industry" value={industry} />
      <Field label="Employees" value={employeeCount} />
      <Field label="Domain" value={domain} />
      <Field label="Website" value={website} holds="url" />
    </>
  ),
  panel: ({ id }) => <PanelBrief companyId={id} />,
})
