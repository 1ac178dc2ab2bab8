import { automation } from '../../contract/automation'
import { Missing, Numeric } from '../kit/format'
import { Field } from '../kit/record/parts'
import { recordView } from '../kit/record/view'
import { Icon } from '../kit/ui/icon'
import styles from './rule.module.css'
import { entityName, triggerIcon, triggerName } from './words'

export const rule = recordView({
  get: automation.get,
  list: automation.list,
  path: '/automation',
  title: 'Automation rules',
  noun: ['rule', 'rules'],
  name: ({ name }) => name,
  facts: ({ triggerType, entityType, priority }) => (
    <>
      <Field label="Trigger">
        <Trigger type={triggerType} />
      </Field>
      <Field label="Looks at">{entityName(entityType) || <Missing />}</Field>
      <Field label="Priority">
        <Numeric value={priority} />
      </Field>
    </>
  ),
})

/** What sets a rule off, as a sign and its word. */
export const Trigger = ({ type }: { type: string | null | undefined }) => (
  <span className={styles.kind}>
    <Icon name={triggerIcon(type)} />
    {triggerName(type) || <Missing />}
  </span>
)
