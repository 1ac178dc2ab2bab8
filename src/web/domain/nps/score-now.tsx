import type { ReactNode } from 'react'
import { plural } from '../../ui/format/format'
import { marginText, npsText } from './labels'
import styles from './pulse.module.css'
import { answersOf, type Counts, fewest, npsOf } from './score'

/** The score of some answers with its margin, grey while there are so few that it is an anecdote. */
export const ScoreNow = ({ counts, children }: { counts: Counts; children?: ReactNode }) => {
  const [nps, answers, margin] = [npsOf(counts), answersOf(counts), marginText(counts)]
  if (nps === null) return <p className="dim">Nobody has answered in this time, so there is no score.</p>
  return (
    <div className="in-order" data-few={answers < fewest || undefined}>
      <p className={styles.display}>{npsText(nps)}</p>
      <p className={styles.margin}>
        {margin && (
          <>
            {margin}{' '}
            <abbr title="In 95 of 100 such samples the score of all clients lies within this margin: 1.96 standard errors of the mean of answers that count +1, 0 and −1.">
              at 95 %
            </abbr>
            ,{' '}
          </>
        )}
        from {plural(answers, 'answer', 'answers')}
      </p>
      {children}
      {answers < fewest && (
        <p className={styles.margin}>
          {answers === 1
            ? 'One answer says little: it is the whole score.'
            : `Fewer than ten answers say little: each weighs ${plural(Math.round(100 / answers), 'point', 'points')}.`}
        </p>
      )}
    </div>
  )
}
