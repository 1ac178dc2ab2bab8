import { goals } from '../../contract/goals'
import { Day } from '../kit/day'
import { Missing, Text } from '../kit/format'
import { Progress } from '../kit/progress'
import { Field } from '../kit/record/parts'
import { RecordLink } from '../kit/record/record-link'
import { recordView } from '../kit/record/view'
import { State } from '../kit/ui/state'
import { dueState, periodText } from './words'

export const goal = recordView({
  get: goals.get,
  list: goals.list,
  path: '/goals',
  title: 'Goals',
  area: 'Planning',
  noun: ['goal', 'goals'],
  name: ({ title }) => title,
  state: (record) => dueState(record) && <DueState goal={record} />,
  facts: ({ company, progressPercentage, dueDate, status, priority, category, quarter, year }) => (
    <>
      <Field label="Company">
        <RecordLink to="/companies" id={company?.id} name={company?.name} />
      </Field>
      <Field label="Progress">
        <Progress value={progressPercentage} />
      </Field>
      <Field label="Due">
        <Day value={dueDate} />
      </Field>
      <Field label="Status">
        <Text value={status?.name} />
      </Field>
      <Field label="Priority">
        <Text value={priority?.name} />
      </Field>
      <Field label="Category">
        <Text value={category?.name} />
      </Field>
      <Field label="Period">
        <Text value={periodText(quarter, year)} />
      </Field>
    </>
  ),
})

export const DueState = ({ goal: record }: { goal: Parameters<typeof dueState>[0] }) => {
  const look = dueState(record)
  return look ? <State look={look} loud={look.tone === 'bad'} /> : <Missing />
}
