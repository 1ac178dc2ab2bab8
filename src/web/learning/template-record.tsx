import { complianceTemplates } from '../../contract/compliance'
import { defineRecordType } from '../record/record-type'
import { Field } from '../ui/facts/details'
import { complianceTemplates as section } from './sections'

export const recordType = defineRecordType({
  ...section,
  get: complianceTemplates.get,
  list: complianceTemplates.list,
  noun: ['compliance template', 'compliance templates'],
  name: ({ title }) => title,
  facts: ({ groupName, criticality, frequency }) => (
    <>
      <Field label="Group" value={groupName} />
      <Field label="Criticality" value={criticality} />
      <Field label="Frequency" value={frequency} />
    </>
  ),
})
