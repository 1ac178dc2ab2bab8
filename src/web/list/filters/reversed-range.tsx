import { Button } from '../../ui/button'
import { Notice } from '../../ui/facts/details'
import { dayText } from '../../ui/format/day'
import { formatInstant } from '../../ui/format/format'
import type { Filter } from './filters'

type Props = {
  range: { from: string; to: string }
  filters: Record<string, Pick<Filter, 'label' | 'range'>>
  sent: Record<string, string>
  change: (changes: Record<string, string | undefined>) => void
}

/** Shown instead of an empty result, which would look like an answer. */
export const ReversedRange = ({ range: { from, to }, filters, sent, change }: Props) => {
  const isOfDays = filters[from]?.range?.holds === 'day'
  const dateText = (value: string) =>
    value.includes('T') && !isOfDays ? formatInstant(new Date(value)) : dayText(value)
  const saidOf = (key: string) => `“${filters[key]?.label}” (${dateText(sent[key] ?? '')})`
  return (
    <Notice bad>
      <b>
        {saidOf(from)} is later than {saidOf(to)}, so nothing can match.
      </b>{' '}
      Change one of the dates, or swap them.{' '}
      <Button small onClick={() => change({ [from]: sent[to], [to]: sent[from] })}>
        Swap the dates
      </Button>
    </Notice>
  )
}
