import { answersOf, fewest, npsCategories } from '../../../contract/nps'
import { categoryBadges, categoryTabs } from '../../domain/nps/labels'
import { useStatistics } from '../../domain/nps/queries'
import { type Statistics, shareOf, statisticsOf } from '../../domain/nps/score'
import { npsText } from '../../domain/nps-text'
import { formatNumber, plural } from '../../ui/format/format'
import { formatPercentTenths } from '../../ui/format/percent'
import { Glyph } from '../../ui/icon/glyph'
import { Link } from '../../ui/link'
import { Section } from '../../ui/page/section'
import { ErrorState } from '../../ui/states/error-state'
import { Loading } from '../../ui/states/loading'
import * as typography from '../../ui/typography.module.css'
import { recordType as response } from '../response-record'
import type { Survey } from '../survey-record'
import * as styles from './survey-statistics.module.css'

/** Statistics of the survey, or calculated from its responses when the server provides none. Both agree. */
export const SurveyStatistics = ({ survey }: { survey: Survey }) => {
  const own = statisticsOf(survey)
  const made = useStatistics({ surveyId: survey.id }, { enabled: own === null })
  const statistics = own ?? made.data
  return (
    <Section title="Score" total={statistics && plural(answersOf(statistics.counts), 'response', 'responses')}>
      {statistics ? (
        <Figures survey={survey} statistics={statistics} />
      ) : made.error ? (
        <ErrorState error={made.error} what="The statistics" onRetry={made.refetch} />
      ) : (
        <Loading lines={5} />
      )}
    </Section>
  )
}

const Figures = ({ survey, statistics: { nps, average, counts } }: { survey: Survey; statistics: Statistics }) => {
  const answers = answersOf(counts)
  if (nps === null || answers === 0) return <p className={typography.dim}>No responses yet, so there is no score.</p>
  const isAnecdote = answers < fewest
  return (
    <div className={styles.figures} data-few={isAnecdote || undefined}>
      <div>
        <p className={styles.nps}>{npsText(nps)}</p>
        {average !== null && <small>on average {formatNumber(average)} of 10</small>}
      </div>
      <div>
        <div className={styles.split} aria-hidden="true">
          {npsCategories.map(
            (category) =>
              counts[category] > 0 && (
                <i key={category} data-tone={categoryBadges[category].tone} style={{ '--n': counts[category] }} />
              ),
          )}
        </div>
        <table className={styles.parts}>
          <caption className="visually-hidden">Responses by category</caption>
          <tbody>
            {npsCategories.map((category) => (
              <tr key={category} data-tone={categoryBadges[category].tone}>
                <th scope="row">
                  <Link href={`${response.path}?${new URLSearchParams({ surveyId: survey.id, category })}`}>
                    <Glyph name={categoryBadges[category].glyph} />
                    {categoryTabs[category]}
                  </Link>
                </th>
                <td>{formatNumber(counts[category])}</td>
                <td>{formatPercentTenths(shareOf(counts, category) ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isAnecdote && (
        <p className={styles.few}>
          {answers === 1
            ? 'Based on a single response.'
            : `Fewer than ten responses: each moves the score ${plural(Math.round(100 / answers), 'point', 'points')}.`}
        </p>
      )}
    </div>
  )
}
