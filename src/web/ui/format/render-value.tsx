import { Day } from './day'
import { DateTime, Numeric, Text } from './format'

export type PlainValue = string | number | null | undefined

/** Days and times are text, too. */
export type Holds = 'number' | 'day' | 'time'

/** A number, a day, a time or a text. */
export const renderValue = (value: PlainValue, holds?: Holds) => {
  if (typeof value === 'number') return <Numeric value={value} />
  if (holds === 'day') return <Day value={value} />
  return holds === 'time' ? <DateTime value={value} /> : <Text value={value} />
}
