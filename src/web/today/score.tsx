import { Link } from 'react-router-dom'
import { npsCategories } from '../../contract/nps'
import { Failure } from '../kit/failure'
import { formatNumber, plural } from '../kit/format'
import { answersOf, type Counts, fewest, marginOf, mayBeChance, npsOf } from '../kit/nps/score'
import { categoryLooks, npsText } from '../kit/nps/words'
import { Section } from '../kit/record/parts'
import { Glyph } from '../kit/ui/glyph'
import { lastDays, type Period } from './period'
import { useCounts } from './read'
import styles from './today.module.css'

const days = 90
const address = (period: Period, category?: string) =>
  `/nps/responses?${new URLSearchParams({ ...(category && { category }), ...period })}`

/** The score of all clients in the last 90 days against the 90 before, from the totals of filtered lists. */
export const Score = () => {
  const periods = lastDays(days)
  const now = useCounts(periods.now)
  const before = useCounts(periods.before)
  return (
    <Section
      title="Score"
      total={`all clients, last ${days} days`}
      more={
        <span className={styles.more}>
          {now.counts && <Link to={address(periods.now)}>{plural(answersOf(now.counts), 'answer', 'answers')}</Link>}
        </span>
      }
    >
      {now.counts ? (
        <Figures now={now.counts} before={before.counts} period={periods.now} />
      ) : now.error ? (
        <Failure error={now.error} what="The score" onRetry={() => location.reload()} />
      ) : (
        <p className="dim">Loading</p>
      )}
    </Section>
  )
}

const Figures = ({ now, before, period }: { now: Counts; before: Counts | null; period: Period }) => {
  const nps = npsOf(now)
  if (nps === null) return <p className="dim">Nobody has answered in this time, so there is no score.</p>
  const was = before && npsOf(before)
  return (
    <div className={styles.score} data-few={answersOf(now) < fewest || undefined}>
      <p className={styles.figures}>
        <span className={styles.display}>{npsText(nps)}</span>
        <small>±{formatNumber(Math.round(marginOf(now) ?? 0))}, at 95 %</small>
        {before && was !== null && was !== undefined && (
          <span className={styles.before}>
            {npsText(was)}{' '}
            <small>
              ±{formatNumber(Math.round(marginOf(before) ?? 0))}, the {days} before
            </small>
          </span>
        )}
      </p>
      {before && was !== null && (
        <p className="dim">
          {mayBeChance(now, before)
            ? 'The change may be chance: the margins overlap, or there are too few answers.'
            : `The change is more than chance: ${nps > (was ?? 0) ? 'better' : 'worse'} than before.`}
        </p>
      )}
      <div className={styles.split} aria-hidden="true">
        {npsCategories.map(
          (category) =>
            now[category] > 0 && (
              <i key={category} data-tone={categoryLooks[category].tone} style={{ '--n': now[category] }} />
            ),
        )}
      </div>
      <ul className={styles.parts}>
        {npsCategories.map((category) => (
          <li key={category} className="state" data-tone={categoryLooks[category].tone}>
            <Glyph name={categoryLooks[category].glyph} />
            <Link to={address(period, category)}>
              {formatNumber(now[category])} {categoryLooks[category].word.toLowerCase()}
              {now[category] === 1 ? '' : 's'}
            </Link>
          </li>
        ))}
      </ul>
      {answersOf(now) < fewest && <p className="dim">A score of fewer than {fewest} answers is an anecdote.</p>}
    </div>
  )
}
