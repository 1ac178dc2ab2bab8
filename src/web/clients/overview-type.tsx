import { clientOverview } from '../../contract/client-overview'
import { healthBadge } from '../domain/client-health/labels'
import { defineRecordType } from '../record/record-type'
import { Field } from '../ui/details'
import { Numeric, Text } from '../ui/format/format'
import { StatusBadge } from '../ui/status-badge'
import { FiguresTable } from './figures-table'
import { clientOverview as section } from './sections'
import { whyText } from './sentences'

export const recordType = defineRecordType({
  ...section,
  get: clientOverview.get,
  list: clientOverview.list,
  noun: ['client', 'clients'],
  name: ({ name }) => name,
  state: ({ health }) => <StatusBadge badge={healthBadge(health)} />,
  summary: (client) => whyText(client),
  facts: ({ industry, employeeCount }) => (
    <>
      <Field label="Industry">
        <Text value={industry} />
      </Field>
      <Field label="Employees">
        <Numeric value={employeeCount} />
      </Field>
    </>
  ),
  panel: (client) => <FiguresTable client={client} />,
})
