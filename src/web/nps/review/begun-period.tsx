import type { ReactNode } from 'react'
import type { Period } from '../../domain/nps/period'
import { ReversedRange } from '../../list/filters/reversed-range'
import { Notice } from '../../ui/details'
import { dayText } from '../../ui/format/day'
import { dayLabels, type Review } from './use-review'

type Props = {
  review: Pick<Review, 'reversed' | 'sent' | 'change'>
  period: Period
  isAhead: boolean
  children: ReactNode
}

/** What is counted in a period, or why nothing can be in it. */
export const BegunPeriod = ({ review: { reversed, sent, change }, period, isAhead, children }: Props) => {
  if (reversed) return <ReversedRange range={reversed} filters={dayLabels} sent={sent} change={change} />
  if (!isAhead) return children
  return (
    <Notice bad>
      <b>The period begins on {dayText(period.dateFrom)}, so nobody can have answered in it yet.</b> Choose a period
      that has begun.
    </Notice>
  )
}
