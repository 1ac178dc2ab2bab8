import { complianceTemplates } from '../../contract/compliance'
import { Numeric, Text } from '../kit/format'
import { Field } from '../kit/record/parts'
import { recordView } from '../kit/record/view'

export const template = recordView({
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
