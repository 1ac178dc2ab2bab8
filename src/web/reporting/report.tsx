import { reports } from '../../contract/reports'
import { spanText } from '../kit/day'
import { Numeric, Text } from '../kit/format'
import { Field } from '../kit/record/parts'
import { RecordLink } from '../kit/record/record-link'
import { recordView } from '../kit/record/view'
import { State } from '../kit/ui/state'
import { reportLook } from './words'

export const report = recordView({
  get: reports.get,
  list: reports.list,
  path: '/reports',
  title: 'Reports',
  area: 'Reporting',
  noun: ['report', 'reports'],
  name: ({ title }) => title,
  state: ({ status }) => status && <State look={reportLook(status)} />,
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
