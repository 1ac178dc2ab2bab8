import { Day } from '../../ui/format/day'
import { DateTime, Missing, Numeric, Text } from '../../ui/format/format'
import { type BadgeProps, StatusBadge } from '../../ui/status-badge'

type Cell<T> = { getValue: () => T | null | undefined }

/** Cell renderers by type of value. */

export const text = ({ getValue }: Cell<string>) => <Text value={getValue()} />
export const number = ({ getValue }: Cell<number>) => <Numeric value={getValue()} />
export const dateTime = ({ getValue }: Cell<string>) => <DateTime value={getValue()} />
export const day = ({ getValue }: Cell<string>) => <Day value={getValue()} />

export const state =
  (badgeOf: (word: string) => BadgeProps) =>
  ({ getValue }: Cell<string>) => {
    const word = getValue()
    return word ? <StatusBadge badge={badgeOf(word)} /> : <Missing />
  }
