import { createColumnHelper, metaHelper, tableFeatures } from '@tanstack/react-table'

type Meta = {
  /** Numbers stand at the end of their cell. */
  align?: 'end'
  /** What the column holds, where it is not text: numbers and dates are sorted from the largest first. */
  holds?: 'number' | 'date'
  /** What a card shows of it on a narrow screen; columns without it stay on wide ones. */
  card?: 'line' | 'end' | 'whole'
  /** What a card counts, where there is no head to say it. */
  unit?: string
}

export const features = tableFeatures({ columnMeta: metaHelper<Meta>() })

/** Columns of one kind of row: a field that the row does not have is a compile error. */
export const columnsOf = <Row extends object>() => createColumnHelper<typeof features, Row>()
