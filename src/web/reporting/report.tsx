import { reports } from '../../contract/reports'
import { RecordLink } from '../record/record-link'
import { defineRecordType } from '../record/record-type'
import { Field } from '../ui/details'
import { spanText } from '../ui/format/day'
import { Numeric, Text } from '../ui/format/format'
import { StatusBadge } from '../ui/status-badge'
import { reportLook } from './labels'

export const report = defineRecordType({
  get: reports.get,
  list: reports.list,
  path: '/reports',
  title: 'Reports',
  area: 'Reporting',
  noun: ['report', 'reports'],
  name: ({ title }) => title,
  state: ({ status }) => status && <StatusBadge badge={reportLook(status)} />,
  facts: ({ companyId, companyName, reportTypeName, dateStart, dateEnd, version }) => (
    <>
      <Field label="Company">
        <RecordLink to="/companies" id={companyId} name={companyName} />
      </Field>
      <Field label="Type">
        <Text value={reportTypeName} />
      </Field>
      <Field label="Period">
        <Text value={spanText(dateStart, dateEnd)} />
      </Field>
      <Field label="Version">
        <Numeric value={version} />
      </Field>
    </>
  ),
})
