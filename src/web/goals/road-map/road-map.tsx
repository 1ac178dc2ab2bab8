import type { ReactNode } from 'react'
import {
  type By,
  leastPoints,
  quarterName,
  quarterOfDay,
  slipOf,
  type Totals,
  totalsOf,
} from '../../../contract/figures/road-map'
import { serverNow } from '../../lib/api/server-clock'
import { CsvButton } from '../../list/export/csv-button'
import { FigureTable } from '../../ui/figures/figure-table'
import { today } from '../../ui/format/days-from-today'
import { formatNumber, plural } from '../../ui/format/format'
import { formatPercent } from '../../ui/format/percent'
import * as typography from '../../ui/typography.module.css'
import { type Lane, LanesTable, slipWord } from './lanes-table'

type Props = {
  by: By
  companyId: string | undefined
  quarters: number[]
  /** Of each quarter. */
  totals: Totals[]
  lanes: Lane[]
  undated: number
  others: number
  focusAt?: number | null
  children?: ReactNode
}

/** The map, and the same by quarter in figures. */
export const RoadMap = ({ totals, undated, others, focusAt, children, ...shared }: Props) => {
  const { quarters, lanes } = shared
  const now = serverNow()
  const current = quarterOfDay(today())
  const notShown = [
    undated > 0 && ` ${plural(undated, 'goal has', 'goals have')} neither a quarter nor a due date.`,
    others > 0 && ` ${plural(others, 'goal is', 'goals are')} in other quarters.`,
  ]
  if (lanes.length === 0)
    return (
      <p className={typography.dim}>
        {undated + others === 0 ? 'No goals.' : 'No goal is planned for these quarters.'}
        {notShown}
      </p>
    )
  const cells = lanes.flatMap((lane) => lane.cells)
  const listed = cells.reduce((sum, { goals }) => sum + goals.length, 0)
  const planned = totals.reduce((sum, { goals }) => sum + goals, 0)
  return (
    <>
      <LanesTable {...shared} now={now} current={current} focusAt={focusAt} />
      {children}
      <FigureTable
        caption="Goals by quarter"
        head={['Quarter', 'Goals', 'Done', 'Overdue', 'Behind', 'Average progress']}
        rows={quarters.map((quarter, at) => {
          const { goals, done, late, behind, progress } = totals[at] ?? totalsOf([], now)
          return {
            key: String(quarter),
            name: quarterName(quarter),
            isCurrent: quarter === current,
            cells: [...[goals, done, late, behind].map(formatNumber), progress === null ? '' : formatPercent(progress)],
          }
        })}
      />
      <p className={typography.dim}>
        Behind: progress is at least {leastPoints} points below the share of days between creation and due date that
        have passed.
        {notShown}
      </p>
      <div data-screen-only>
        <CsvButton
          title="Road map"
          part={listed < planned && `${formatNumber(listed)} of ${formatNumber(planned)} goals.`}
          table={() => ({
            columns: [
              ...['Client', 'Category', 'Goal', 'Quarter'].map((header) => ({ header, kind: 'text' as const })),
              // The day in UTC, by which the goal’s quarter and state go.
              { header: 'Due', kind: 'day' },
              { header: 'Progress in percent', kind: 'number' },
              { header: 'State', kind: 'text' },
              { header: 'ID', kind: 'text' },
            ],
            rows: lanes.flatMap(({ cells }) =>
              cells.flatMap((cell, at) =>
                cell.goals.map((goal) => [
                  goal.company?.name ?? null,
                  goal.category?.name ?? null,
                  goal.title ?? null,
                  quarterName(quarters[at] ?? 0),
                  goal.dueDate ?? null,
                  goal.progressPercentage ?? null,
                  slipWord(slipOf(goal, now)),
                  goal.id,
                ]),
              ),
            ),
          })}
        />
      </div>
    </>
  )
}
