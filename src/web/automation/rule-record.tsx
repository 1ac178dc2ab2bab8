import * as z from 'zod/mini'
import { automation, RuleDetail } from '../../contract/automation'
import { one } from '../../contract/core/endpoint'
import { ruleBasics } from '../domain/records/rule'
import { defineRecordType } from '../record/record-type'
import { Field } from '../ui/facts/details'
import { Missing } from '../ui/format/format'
import { Icon } from '../ui/icon/icon'
import * as styles from './rule-record.module.css'
import { automation as section } from './sections'
import { entityName, triggerIcon, triggerName } from './sentences/labels'
import { summaryOf } from './sentences/sentences'

/** A rule with its free-form parts as the server sent them: unknown shapes are shown, never dropped. */
const response = one(
  z.extend(RuleDetail, {
    triggerConfig: z.unknown(),
    conditions: z.unknown(),
    actions: z.unknown(),
    aggregationConfig: z.unknown(),
  }),
)
export const readRule = { ...automation.get, response }
export const toggleRule = { ...automation.toggle, response }

export const recordType = defineRecordType({
  ...ruleBasics,
  ...section,
  name: ({ name }) => name,
  get: readRule,
  summary: (record) => 'conditions' in record && summaryOf(record),
  facts: ({ triggerType, entityType, priority }) => (
    <>
      <Field label="Trigger">
        <Trigger type={triggerType} />
      </Field>
      <Field label="Applies to" value={entityName(entityType)} />
      <Field label="Priority" value={priority} />
    </>
  ),
})

/** Trigger with its icon. */
export const Trigger = ({ type }: { type: string | null | undefined }) => (
  <span className={styles.kind}>
    <Icon name={triggerIcon(type)} />
    {triggerName(type) || <Missing />}
  </span>
)
