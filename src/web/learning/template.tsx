import { complianceTemplates } from '../../contract/compliance'
import { defineRecordType } from '../record/record-type'
import { Field } from '../ui/details'
import { Numeric, Text } from '../ui/format/format'

export const template = defineRecordType({
  get: complianceTemplates.get,
  list: complianceTemplates.list,
  path: '/compliance',
  title: 'Compliance templates',
  area: 'Learning',
  noun: ['compliance template', 'compliance templates'],
  name: ({ title }) => title,
  facts: ({ groupName, criticality, frequency }) => (
    <>
      <Field label="Group">
        <Text value={groupName} />
      </Field>
      <Field label="Criticality">
        <Numeric value={criticality} />
      </Field>
      <Field label="Frequency">
        <Text value={frequency} />
      </Field>
    </>
  ),
})
