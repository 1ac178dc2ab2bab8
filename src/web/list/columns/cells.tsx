import type { CellContext } from '@tanstack/react-table'
import { Day } from '../../ui/format/day'
import { DateTime, Missing, Numeric, Text } from '../../ui/format/format'
import { type BadgeProps, StatusBadge } from '../../ui/status-badge'
import type { features } from './columns'

/** The cell of every column that has none of its own: a number, a day, a time or a text. */
export const valueCell = <Row extends object>({ column, getValue }: CellContext<typeof features, Row, unknown>) => {
  const value = getValue()
  if (typeof value === 'number') return <Numeric value={value} />
  const text = value as string | null | undefined
  const { holds } = column.columnDef.meta ?? {}
  return holds === 'day' ? <Day value={text} /> : holds === 'time' ? <DateTime value={text} /> : <Text value={text} />
}

type Cell = { getValue: () => string | null | undefined }

export const state =
  (badgeOf: (word: string) => BadgeProps) =>
  ({ getValue }: Cell) => {
    const word = getValue()
    return word ? <StatusBadge badge={badgeOf(word)} /> : <Missing />
  }
