import { complianceTemplates } from '../../contract/compliance'
import { defineRecordType } from '../record/record-type'
import { Field } from '../ui/details'
import { Numeric, Text } from '../ui/format/format'
import { complianceTemplates as section } from './sections'

export const recordType = defineRecordType({
  ...section,
  get: complianceTemplates.get,
  list: complianceTemplates.list,
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
