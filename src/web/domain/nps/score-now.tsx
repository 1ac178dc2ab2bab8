import type { ReactNode } from 'react'
import { answersOf, type Counts, fewest, npsOf } from '../../../contract/nps'
import { plural } from '../../ui/format/format'
import * as layout from '../../ui/layout.module.css'
import { explanation } from '../../ui/overlay/tip'
import * as typography from '../../ui/typography.module.css'
import { npsText } from '../nps-text'
import * as styles from './charts/pulse.module.css'
import { marginText } from './labels'

/** Score with margin, dimmed when based on few responses. */
export const ScoreNow = ({ counts, children }: { counts: Counts; children?: ReactNode }) => {
  const [nps, answers, margin] = [npsOf(counts), answersOf(counts), marginText(counts)]
  if (nps === null) return <p className={typography.dim}>No responses in this period, so there is no score.</p>
  return (
    <div className={layout.inOrder} data-few={answers < fewest || undefined}>
      <p className={styles.display}>{npsText(nps)}</p>
      <p className={styles.margin}>
        {margin && (
          <>
            {margin}{' '}
            <abbr
              tabIndex={0}
              {...explanation(
                '95% confidence interval: 1.96 standard errors of the mean, counting each response as +1, 0 or −1.',
              )}
            >
              at 95%
            </abbr>
            ,{' '}
          </>
        )}
        from {plural(answers, 'response', 'responses')}
      </p>
      {children}
      {answers < fewest && (
        <p className={styles.margin}>
          {answers === 1
            ? 'Based on a single response.'
            : `Fewer than ten responses: each moves the score ${plural(Math.round(100 / answers), 'point', 'points')}.`}
        </p>
      )}
    </div>
  )
}
