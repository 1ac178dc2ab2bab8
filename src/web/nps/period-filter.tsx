import { DateRange } from '../list/filters/date-range'
import * as chips from '../ui/chips.module.css'
import { periodsOf, type Review } from './review/use-review'

export const PeriodFilter = ({ choice, dates, change }: Pick<Review, 'choice' | 'dates' | 'change'>) => (
  <div className={chips.chips}>
    <span className={chips.chip} data-set="true">
      <DateRange
        label="Period"
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
