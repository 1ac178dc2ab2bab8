import { reports } from '../../contract/reports'
import { reportBasics } from '../domain/records/report'
import { RecordLink } from '../record/record-link'
import { defineRecordType } from '../record/record-type'
import { Field } from '../ui/facts/details'
import { spanText } from '../ui/format/day'
import { StatusBadge } from '../ui/status-badge'
import { reportStatus } from './labels'
import { reports as section } from './sections'

export const recordType = defineRecordType({
  ...reportBasics,
  ...section,
  get: reports.get,
  state: ({ status }) => status && <StatusBadge badge={reportStatus.badge(status)} />,
  facts: ({ companyId, companyName, reportTypeName, dateStart, dateEnd, version }) => (
    <>
      <Field label="Company">
        <RecordLink to="/companies" id={companyId} name={companyName} />
      </Field>
      <Field label="Type" value={reportTypeName} />
      <Field label="Period" value={spanText(dateStart, dateEnd)} />
      <Field label="Version" value={version} />
    </>
  ),
})
