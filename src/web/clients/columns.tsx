import type { Figure } from '../../contract/figures/client-figures'
import { figureLabels, healthBadge, healthStatus } from '../domain/client-health/labels'
import { ordinal } from '../lib/text/ordinal'
import { columnsOf } from '../list/columns/columns'
import { NameCell } from '../list/columns/name-cell'
import { NameLink } from '../record/record-link'
import { Missing, plural } from '../ui/format/format'
import { explanation } from '../ui/overlay/tip'
import { StatusBadge } from '../ui/status-badge'
import * as styles from './clients.module.css'
import { LevelSign } from './figures/level-sign'
import { basisText, type Client, figureText, isFew, percentileText, reasonLabels, whyText } from './figures/sentences'
import { recordType as client } from './overview-type'

/** Names link to the client's figures, or to its company where the server has no page for these. */
export const linkedTo = (path: '/clients' | '/companies', search = '') => ({ ...client, path, search })
type Linked = ReturnType<typeof linkedTo>

const column = columnsOf<Client>()

/** In rem; a longer head takes two lines. */
const widths: Record<Figure, number> = {
  score: 6.5,
  waiting: 5.5,
  budgetPerHead: 6.75,
  outOfWarranty: 6.5,
  goalsOverdue: 6,
  trainingDone: 6,
  peopleActive: 6,
  daysSinceReport: 6.5,
}

const figureColumn = (figure: Figure, card?: 'line' | 'end') => {
  const { label, unit } = figureLabels[figure]
  return column.accessor(figure, {
    header: label,
    meta: {
      ...(unit && { exportUnit: unit }),
      holds: 'number',
      width: widths[figure],
      ...(card && { card }),
      unit: label.toLowerCase(),
      beside: [
        ...(figure === 'budgetPerHead' ? [column.accessor('budgetCurrency', { header: 'Currency' })] : []),
        ...(figure === 'score' ? [column.accessor('answers', { header: 'Responses' })] : []),
        column.accessor((row: Client) => row.percentiles?.[figure] ?? null, {
          id: `${figure}Percentile`,
          header: `${label}, percentile`,
        }),
      ],
    },
    cell: ({ row }) => <FigureCell client={row.original} figure={figure} />,
  })
}

/** The value with the sign of a reason, and below it the percentile, or how few responses a score is of. */
const FigureCell = ({ client, figure }: { client: Client; figure: Figure }) => {
  const value = figureText(client, figure)
  if (value === null) return <Missing />
  const rank = client.percentiles?.[figure]
  const few = isFew(figure, client)
  const hasRank = typeof rank === 'number'
  return (
    <span
      className={styles.figure}
      data-few={few || undefined}
      {...explanation([basisText(client, figure), hasRank && percentileText(rank)].filter(Boolean).join('; '))}
    >
      <span>
        <LevelSign client={client} figure={figure} />
        {value}
      </span>
      {few ? (
        <small>{plural(client.answers ?? 0, 'response', 'responses')}</small>
      ) : (
        hasRank && (
          <small>
            {ordinal(rank)}
            <span className="visually-hidden"> percentile</span>
          </small>
        )
      )}
    </span>
  )
}

const nameColumns = (linked: Linked) => [
  column.accessor('name', {
    header: 'Name',
    meta: { width: 14.5 },
    cell: ({ row: { original } }) => (
      <NameCell detail={reasonLabels(original)}>
        <NameLink recordType={linked} record={original} />
      </NameCell>
    ),
  }),
  column.accessor('health', {
    header: 'Health',
    meta: {
      width: 7.75,
      align: 'start',
      holds: 'number',
      card: 'line',
      names: healthStatus.labels,
      beside: [column.accessor(whyText, { id: 'why', header: 'Why' })],
    },
    cell: ({ row }) => (
      <span {...explanation(whyText(row.original))}>
        <StatusBadge badge={healthBadge(row.original.health)} />
      </span>
    ),
  }),
]
const otherColumns = [
  column.accessor('employeeCount', {
    header: 'Employees',
    meta: { holds: 'number', unit: 'employees', isExtra: true },
  }),
  column.accessor('industry', { header: 'Industry', meta: { width: 9.5, isExtra: true } }),
]

export const columnsFor = (shown: readonly Figure[], linked: Linked) =>
  column.columns([
    ...nameColumns(linked),
    ...shown.map((figure) =>
      figureColumn(figure, figure === 'score' ? 'end' : figure === 'waiting' ? 'line' : undefined),
    ),
    ...otherColumns,
  ])
