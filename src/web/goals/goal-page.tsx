import type { goals } from '../../contract/goals'
import { recordLoader } from '../record/record-loader'
import { RecordPage } from '../record/record-page'
import type { RecordOf } from '../record/record-type'
import { Related, relatedQuery } from '../record/related'
import { RecordFacts } from '../ui/facts/record-facts'
import { Day } from '../ui/format/day'
import { daysUntil } from '../ui/format/days-from-today'
import { DateTime, formatNumber, Missing } from '../ui/format/format'
import { formatPercent } from '../ui/format/percent'
import { Glyph } from '../ui/icon/glyph'
import { Icon } from '../ui/icon/icon'
import * as layout from '../ui/layout.module.css'
import { Section } from '../ui/page/section'
import * as typography from '../ui/typography.module.css'
import * as styles from './goal-page.module.css'
import { GoalState, recordType as goal } from './goal-record'
import { timelineOf } from './labels'

type Goal = RecordOf<typeof goals.get>
type Task = NonNullable<Goal['tasks']>[number]
type Update = NonNullable<Goal['updates']>[number]

export const loader = recordLoader(goal, ({ company }) => [
  company?.id && relatedQuery(goal.list, { companyId: company.id }),
])

export const Component = () => (
  <RecordPage recordType={goal}>
    {(record) => (
      <div className={layout.columns}>
        <div>
          <Section title="Description">
            {record.description?.trim() ? (
              <p className={styles.prose}>{record.description.trim()}</p>
            ) : (
              <p className={typography.dim}>No description.</p>
            )}
          </Section>
          <Tasks tasks={record.tasks} />
          <Updates updates={record.updates} />
        </div>
        <div>
          {record.company?.id && (
            <Related
              title="Same company"
              recordType={goal}
              having={{ companyId: record.company.id }}
              except={record.id}
              icon="chart-no-axes-gantt"
              end={(other) => <GoalState goal={other} />}
            />
          )}
          <RecordFacts record={record} />
        </div>
      </div>
    )}
  </RecordPage>
)

const Tasks = ({ tasks }: { tasks: Task[] | null | undefined }) => {
  const done = tasks?.filter(({ isCompleted }) => isCompleted).length ?? 0
  const isKnown = tasks?.every(({ isCompleted }) => typeof isCompleted === 'boolean')
  const count = formatNumber(tasks?.length ?? 0)
  const total = tasks && (tasks.length === 0 ? 'none' : isKnown ? `${formatNumber(done)} of ${count} done` : count)
  return (
    <Section title="Tasks" total={total ?? 'not available'}>
      {tasks && tasks.length > 0 && (
        <ul className={styles.tasks}>
          {tasks.map((task) => (
            <li key={task.id} data-done={task.isCompleted || undefined}>
              <span className={styles.box}>{task.isCompleted && <Icon name="check" small />}</span>
              <span>
                {task.title || <Missing />}
                <span className="visually-hidden">{doneWords(task)}</span>
                {task.description && <small className={styles.detail}>{task.description}</small>}
              </span>
              <TaskDue task={task} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const doneWords = ({ isCompleted }: Task) => {
  if (typeof isCompleted !== 'boolean') return ', status unknown'
  return isCompleted ? ', done' : ', not done'
}

/** Past dates are highlighted unless the task is done. */
const TaskDue = ({ task: { dueDate, isCompleted } }: { task: Task }) => {
  const isLate = isCompleted === false && (daysUntil(dueDate) ?? 0) < 0
  return (
    <small className={styles.due} data-tone={isLate ? 'bad' : undefined}>
      {isLate && <Glyph name="error" />}
      {isLate && 'overdue '}
      {dueDate && <Day value={dueDate} />}
    </small>
  )
}

const Updates = ({ updates }: { updates: Update[] | null | undefined }) => (
  <Section title="Updates" total={updates ? formatNumber(updates.length) : 'not available'}>
    {updates?.length === 0 && <p className={typography.dim}>No updates yet.</p>}
    <ol className={styles.timeline}>
      {timelineOf(updates ?? []).map(({ id, updateText, createdAt, progressPercentage, before }) => (
        <li key={id}>
          <p>{updateText || <Missing />}</p>
          <small>
            <DateTime value={createdAt} />
            {typeof progressPercentage === 'number' && <Change from={before} to={progressPercentage} />}
          </small>
        </li>
      ))}
    </ol>
  </Section>
)

const Change = ({ from, to }: { from: number | null; to: number }) => (
  <span>
    {from === null || from === to ? (
      <>
        {from === to ? 'still' : 'at'} <b>{formatPercent(to)}</b>
      </>
    ) : (
      <>
        from {formatPercent(from)} to <b>{formatPercent(to)}</b>
      </>
    )}
  </span>
)
