import type { Figure } from '../../contract/figures/client-figures'
import { figureLabels, healthBadge, healthStatus } from '../domain/client-health/labels'
import { nameCell } from '../list/columns/cells'
import { columnsOf } from '../list/columns/columns'
import { formatNumber, Missing } from '../ui/format/format'
import { explanation } from '../ui/overlay/tip'
import { StatusBadge } from '../ui/status-badge'
import * as styles from './clients.module.css'
import { recordType as client } from './overview-type'
import { basisText, type Client, figureText, isFew, whyText } from './sentences'

/** Names link to the client's figures, or to its company where the server has no page for these. */
export const linkedTo = (path: '/clients' | '/companies', search = '') => ({ ...client, path, search })
type Linked = ReturnType<typeof linkedTo>

/** On a card, which has no column headers. */
const cardUnits: Partial<Record<Figure, string>> = { waiting: 'waiting', outOfWarranty: 'out of warranty' }

const column = columnsOf<Client>()

/** In rem, of those wider than most: with room for the head and its arrow. */
const widths: Partial<Record<Figure, number>> = { budgetPerHead: 9.5, outOfWarranty: 9 }

const figureColumn = (figure: Figure, card?: 'line' | 'end') => {
  const { label, unit } = figureLabels[figure]
  return column.accessor(figure, {
    header: label,
    meta: {
      ...(unit && { exportUnit: unit }),
      holds: 'number',
      width: widths[figure] ?? 7.75,
      ...(card && { card }),
      unit: cardUnits[figure] ?? label.toLowerCase(),
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

/** The value, the number of responses beside a score, and the percentile. */
const FigureCell = ({ client, figure }: { client: Client; figure: Figure }) => {
  const value = figureText(client, figure)
  const rank = client.percentiles?.[figure]
  if (value === null)
    return (
      <span className={styles.figure}>
        <Missing />
        <small />
      </span>
    )
  return (
    <span
      className={styles.figure}
      data-few={isFew(figure, client) || undefined}
      {...explanation(basisText(client, figure))}
    >
      <span>
        {value}
        {figure === 'score' && ` n ${formatNumber(client.answers ?? 0)}`}
      </span>
      <small>{typeof rank === 'number' && `P${rank}`}</small>
    </span>
  )
}

const nameColumns = (linked: Linked) => [
  column.accessor('name', { header: 'Name', cell: nameCell(linked) }),
  column.accessor('health', {
    header: 'Health',
    meta: {
      width: 8,
      align: 'start',
      holds: 'number',
      card: 'line',
      names: healthStatus.labels,
      beside: [column.accessor(whyText, { id: 'why', header: 'Why' })],
    },
    cell: ({ row }) => (
      <span {...explanation(whyText(row.original))}>
        <StatusBadge badge={healthBadge(row.original.health)} loud={row.original.health === 'act'} />
      </span>
    ),
  }),
]
const otherColumns = [
  column.accessor('employeeCount', { header: 'Employees', meta: { holds: 'number', unit: 'employees' } }),
  column.accessor('industry', { header: 'Industry', meta: { width: 9.5 } }),
]

export const columnsFor = (shown: readonly Figure[], linked: Linked) =>
  column.columns([
    ...nameColumns(linked),
    ...shown.map((figure) =>
      figureColumn(
        figure,
        figure === 'score' ? 'end' : ['waiting', 'outOfWarranty'].includes(figure) ? 'line' : undefined,
      ),
    ),
    ...otherColumns,
  ])
