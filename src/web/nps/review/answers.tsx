import { useQuery } from '@tanstack/react-query'
import { followUpBadge } from '../../domain/nps/labels'
import { ScoreMark } from '../../domain/nps/score-mark'
import { respondentOf } from '../../domain/records/response'
import { query } from '../../lib/api/client'
import { hrefOf } from '../../record/record-type'
import { Section } from '../../ui/details'
import { DateTime, formatNumber } from '../../ui/format/format'
import { Link } from '../../ui/link'
import { tip } from '../../ui/overlay/tip'
import { AsyncSection } from '../../ui/states/async-section'
import * as typography from '../../ui/typography.module.css'
import { FollowUp, recordType as response } from '../response-record'
import * as styles from './answers.module.css'

const few = 6

type Props = {
  title: string
  /** Shared filter, as API parameters. */
  having: Record<string, string>
  /** The current response: counted but not listed. */
  except?: string
}

export const latestAnswersQuery = (having: Record<string, string>) =>
  query(response.list, { query: { ...having, limit: String(few) } })

/** Latest responses related to a record. Loads and fails independently. */
export const Answers = ({ title, having, except }: Props) => {
  const list = useQuery(latestAnswersQuery(having))
  const total = list.data?.pagination.totalCount
  const others = (list.data?.data ?? []).filter(({ id }) => id !== except).slice(0, few - 1)
  return (
    <Section
      title={title}
      {...(total !== undefined && { total: formatNumber(total) })}
      more={
        <Link className={typography.more} href={`${response.path}?${new URLSearchParams(having)}`}>
          All responses
        </Link>
      }
    >
      <AsyncSection read={list} lines={2 * (few - 1)}>
        {() =>
          others.length === 0 ? (
            <p className={typography.dim}>{except ? 'No others.' : 'No responses yet.'}</p>
          ) : (
            <ul className={styles.answers}>
              {others.map((answer) => (
                <li key={answer.id}>
                  <ScoreMark answer={answer} />
                  <Link href={hrefOf(response, answer)}>{respondentOf(answer)}</Link>
                  <small>
                    <DateTime value={answer.responseDate} dateOnly />
                  </small>
                  {answer.feedbackText?.trim() && (
                    <q {...tip(answer.feedbackText.trim())}>{answer.feedbackText.trim()}</q>
                  )}
                  {followUpBadge(answer)?.tone === 'attention' && <FollowUp answer={answer} />}
                </li>
              ))}
            </ul>
          )
        }
      </AsyncSection>
    </Section>
  )
}
