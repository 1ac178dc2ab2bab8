import { DateTime, Missing, Numeric, Text } from '../format'
import { type Look, State } from '../ui/state'

type Cell<T> = { getValue: () => T | null | undefined }

/* What stands in the cells of a column, by what the column holds. */

export const text = ({ getValue }: Cell<string>) => <Text value={getValue()} />
export const number = ({ getValue }: Cell<number>) => <Numeric value={getValue()} />
export const dateTime = ({ getValue }: Cell<string>) => <DateTime value={getValue()} />
export const day = ({ getValue }: Cell<string>) => <DateTime value={getValue()} dateOnly />

export const state =
  (lookOf: (word: string) => Look) =>
  ({ getValue }: Cell<string>) => {
    const word = getValue()
    return word ? <State look={lookOf(word)} /> : <Missing />
  }
