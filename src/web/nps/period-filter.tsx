import type { ReactNode } from 'react'
import type { Period } from '../domain/nps/period'
import { DateRange } from '../list/filters/date-range'
import { ReversedRange } from '../list/filters/reversed-range'
import * as chips from '../ui/chips.module.css'
import { Notice } from '../ui/facts/details'
import { dayText } from '../ui/format/day'
import { dayLabels, periodsOf, type Review } from './review/use-review'

export const PeriodFilter = ({ choice, dates, change }: Pick<Review, 'choice' | 'dates' | 'change'>) => (
  <div className={chips.chips}>
    <span className={chips.chip} data-set="true">
      <DateRange
        label="Period"
        holds="localDay"
        from={dates.dateFrom}
        to={dates.dateTo}
        presets={periodsOf()}
        chosen={choice === 'dates' ? undefined : choice}
        onPreset={({ key }) => change({ period: key, dateFrom: undefined, dateTo: undefined })}
        onDays={(dateFrom, dateTo) => change({ dateFrom, dateTo })}
      />
    </span>
  </div>
)

type BegunProps = {
  review: Pick<Review, 'reversed' | 'sent' | 'change'>
  period: Period
  isAhead: boolean
  children: ReactNode
}

/** What is counted in a period, or why nothing can be in it. */
export const BegunPeriod = ({ review: { reversed, sent, change }, period, isAhead, children }: BegunProps) => {
  if (reversed) return <ReversedRange range={reversed} filters={dayLabels} sent={sent} change={change} />
  if (!isAhead) return children
  return (
    <Notice bad>
      <b>The period begins on {dayText(period.dateFrom)}, so no one can have responded yet.</b> Choose a period that has
      begun.
    </Notice>
  )
}
