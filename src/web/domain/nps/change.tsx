import type { UseQueryResult } from '@tanstack/react-query'
import { answersOf, type Counts, npsOf } from '../../../contract/nps'
import { formatNumber, plural } from '../../ui/format/format'
import { Icon } from '../../ui/icon/icon'
import { AsyncSection } from '../../ui/states/async-section'
import { npsText } from '../nps-text'
import * as styles from './charts/pulse.module.css'
import { marginText } from './labels'
import { changeOf, type Statistics } from './score'

const certainty = {
  few: 'Too few responses to tell whether this is a real change.',
  chance: 'The margins of error overlap, so this may be chance.',
  none: 'The change is larger than the margin of error.',
}

type Props = { now: Counts; before: Counts; than: string }

type ReadProps = Omit<Props, 'before'> & {
  before: UseQueryResult<Statistics>
  /** Expected number of lines, for the skeleton. */
  lines: number
}

/** Change from an earlier score, and whether it is significant. `than` as in "the 90 days before". */
export const ChangeFrom = ({ before, lines, now, than }: ReadProps) => (
  <AsyncSection read={before} lines={lines} what={`The score of ${than}`}>
    {({ counts }) => <Change now={now} before={counts} than={than} />}
  </AsyncSection>
)

const Change = ({ now, before, than }: Props) => {
  if (npsOf(now) === null) return null
  const [was, change] = [npsOf(before), changeOf(now, before)]
  if (was === null || !change) return <p className={styles.since}>No responses in {than} to compare with.</p>
  const { by, doubt } = change
  return (
    <p className={styles.since} data-to={by > 0 ? 'good' : by < 0 ? 'bad' : undefined}>
      <Icon name={by < 0 ? 'trending-down' : by > 0 ? 'trending-up' : 'minus'} />
      <span>
        <b>{by === 0 ? 'No change' : `${formatNumber(Math.abs(by))} ${by > 0 ? 'up' : 'down'}`}</b> on {than} (
        {npsText(was)} {marginText(before)} from {plural(answersOf(before), 'response', 'responses')}).{' '}
        {by !== 0 && certainty[doubt ?? 'none']}
      </span>
    </p>
  )
}
