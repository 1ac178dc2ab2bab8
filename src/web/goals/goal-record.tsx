import { goals } from '../../contract/goals'
import { goalState } from '../domain/goal-due'
import { goalBasics } from '../domain/records/goal'
import { RecordLink } from '../record/record-link'
import { defineRecordType } from '../record/record-type'
import { Field } from '../ui/facts/details'
import { Missing } from '../ui/format/format'
import { Progress } from '../ui/states/progress'
import { StatusBadge } from '../ui/status-badge'
import { periodText } from './labels'
import { goals as section } from './sections'

export const recordType = defineRecordType({
  ...goalBasics,
  ...section,
  get: goals.get,
  state: (record) => goalState(record) && <GoalState goal={record} />,
  facts: ({ company, progressPercentage, dueDate, status, priority, category, quarter, year }) => (
    <>
      <Field label="Company">
        <RecordLink to="/companies" id={company?.id} name={company?.name} />
      </Field>
      <Field label="Progress">
        <Progress value={progressPercentage} />
      </Field>
      <Field label="Due" value={dueDate} holds="day" />
      <Field label="Status" value={status?.name} />
      <Field label="Priority" value={priority?.name} />
      <Field label="Category" value={category?.name} />
      <Field label="Period" value={periodText(quarter, year)} />
    </>
  ),
})

export const GoalState = ({ goal: record }: { goal: Parameters<typeof goalState>[0] }) => {
  const badge = goalState(record)
  return badge ? <StatusBadge badge={badge} loud={badge.tone === 'bad'} /> : <Missing />
}
