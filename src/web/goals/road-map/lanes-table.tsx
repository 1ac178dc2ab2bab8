import { type By, type Goal, quarterName, type Slip, slipOf } from '../../../contract/figures/road-map'
import { focusItem } from '../../ui/focus-item'
import { formatNumber, plural } from '../../ui/format/format'
import { Glyph } from '../../ui/icon/glyph'
import { Link } from '../../ui/link'
import { Progress } from '../../ui/states/progress'
import * as badges from '../../ui/status-badge.module.css'
import * as styles from './lanes-table.module.css'

/** The goals of a client, or of a category, by quarter. */
export type Lane = { key: string; id: string | null; name: string | null; cells: { count: number; goals: Goal[] }[] }

type Props = {
  by: By
  companyId: string | undefined
  quarters: number[]
  lanes: Lane[]
  now: Date
  current: number
  /** The lane that gets the focus when it appears. */
  focusAt: number | null | undefined
}

/** Quarters across, clients or categories down. */
export const LanesTable = ({ by, companyId, quarters, lanes, now, current, focusAt }: Props) => {
  const noun = by === 'company' ? 'Client' : 'Category'
  const nameOf = (name: string | null) => name || `No ${noun.toLowerCase()}`
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.scroll} aria-label="Road map" tabIndex={0}>
      <table className={styles.map}>
        <caption className="visually-hidden">Goals by quarter and {noun.toLowerCase()}</caption>
        <thead>
          <tr>
            <th scope="col">{noun}</th>
            {quarters.map((quarter) => (
              <th key={quarter} scope="col" data-now={quarter === current || undefined}>
                {quarterName(quarter)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lanes.map(({ key, name, id, cells }, place) => (
            <tr key={key} ref={place === focusAt ? focusItem : undefined}>
              <th scope="row">
                {by === 'company' && id ? <Link href={`/companies/${id}`}>{nameOf(name)}</Link> : nameOf(name)}
              </th>
              {cells.map((cell, at) => (
                <td
                  key={quarters[at]}
                  data-now={quarters[at] === current || undefined}
                  data-label={quarterName(quarters[at] ?? 0)}
                >
                  {cell.goals.length > 0 && (
                    <ul>
                      {cell.goals.map((goal) => (
                        <li key={goal.id}>
                          <Link href={`/goals/${encodeURIComponent(goal.id)}`}>{goal.title || goal.id}</Link>
                          {by === 'category' && goal.company?.name && <small>{goal.company.name}</small>}
                          <span className={styles.state}>
                            <Progress value={goal.progressPercentage} />
                            <Slipped slip={slipOf(goal, now)} />
                          </span>
                        </li>
                      ))}
                      {cell.count > cell.goals.length && (
                        <li>
                          <Link href={goalsHref((by === 'company' ? id : null) ?? companyId)}>
                            and {formatNumber(cell.count - cell.goals.length)} more, due later
                          </Link>
                        </li>
                      )}
                    </ul>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Not by quarter: the list would leave out goals that are in it by their due date alone. */
const goalsHref = (companyId: string | null | undefined) =>
  `/goals?${new URLSearchParams({ ...(companyId && { companyId }), sortColumn: 'due_date', sortDesc: 'false' })}`

export const slipWord = (slip: Slip) => {
  if (slip.kind === 'late') return `overdue by ${plural(slip.days, 'day', 'days')}`
  if (slip.kind === 'behind') return `${plural(slip.points, 'point', 'points')} behind`
  return slip.kind === 'no date' ? 'no due date' : slip.kind
}

/** Goals that are done or on time need no word beside their progress. */
const Slipped = ({ slip }: { slip: Slip }) => {
  if (slip.kind === 'done' || slip.kind === 'on time') return null
  const tone = slip.kind === 'late' ? 'bad' : slip.kind === 'behind' ? 'attention' : 'calm'
  const glyph = slip.kind === 'late' ? 'error' : slip.kind === 'behind' ? 'down' : 'idle'
  return (
    <span className={badges.badge} data-tone={tone}>
      <Glyph name={glyph} />
      {slipWord(slip)}
    </span>
  )
}
