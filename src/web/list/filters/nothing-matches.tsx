import type { ReactNode } from 'react'
import { canonicalId } from '../../../contract/core/canonical-id'
import { lowered } from '../../lib/text/lowered'
import { macWithColons } from '../../lib/text/mac-address'
import { ButtonLink } from '../../ui/button'
import { spanText } from '../../ui/format/day'
import { EmptyState } from '../../ui/states/empty-state'
import type { ListAddress } from '../query/list-query'
import type { Filter } from './filters'
import { rangeDay } from './range-day'

type Props = {
  address: ListAddress
  filters: Record<string, Filter>
  title: string
  /** Until it has loaded. */
  fallback: ReactNode
}

/** Names the active filters; each can be removed separately. */
export const NothingMatches = ({ address: { sent, addressOf }, filters, title }: Props) => {
  const set = Object.entries(filters).flatMap(([key, { label, words, searches, range, endsRange }]) => {
    const keys = range ? [key, range.to] : [key]
    if (endsRange || !keys.some((one) => one in sent)) return []
    const value = sent[key] ?? ''
    const dayOf = (end: string) => range && rangeDay(range.holds, sent[end])
    const said = range ? spanText(dayOf(key), dayOf(range.to)) : (words?.[value] ?? value)
    const isText = key === 'search' || searches
    // The chip has the name of the record.
    const says =
      !isText && canonicalId(value) ? (
        'is set'
      ) : (
        <>
          {isText ? 'contains' : 'is'} <b>“{said}”</b>
        </>
      )
    const without = Object.fromEntries(keys.map((one) => [one, undefined]))
    return [{ key, label: range?.label ?? label, says, without }]
  })
  const withColons = filters.search?.findsMacs && macWithColons((sent.search ?? '').trim())
  return (
    <EmptyState
      title={title}
      actions={
        <>
          {withColons && <ButtonLink href={addressOf({ search: withColons })}>Search for {withColons}</ButtonLink>}
          {set.length > 1 &&
            set.map(({ key, label, without }) => (
              <ButtonLink kind="bare" key={key} href={addressOf(without)}>
                Remove {lowered(label)}
              </ButtonLink>
            ))}
          <ButtonLink href={addressOf(Object.assign({}, ...set.map(({ without }) => without)))}>
            {set.length > 1 ? 'Clear all' : 'Clear'}
          </ButtonLink>
        </>
      }
    >
      {set.map(({ key, label, says }, index) => (
        <span key={key}>
          {index > 0 && ', and '}
          {index === 0 ? label : lowered(label)} {says}
        </span>
      ))}
      .
    </EmptyState>
  )
}
