import { useQuery } from '@tanstack/react-query'
import { query } from '../kit/api'
import { DateTime, formatNumber } from '../kit/format'
import { ScoreMark } from '../kit/nps/score-mark'
import { followUpLook, respondentOf } from '../kit/nps/words'
import { Part } from '../kit/page-part'
import { Section } from '../kit/record/parts'
import { hrefOf } from '../kit/record/view'
import styles from './answers.module.css'
import { FollowUp, response } from './response'

const few = 6

type Props = {
  title: string
  /** The filter that they share, as the API takes it. */
  having: Record<string, string>
  /** The answer whose page this is: it is counted and not listed. */
  except?: string
}

/** The latest answers beside a record, in their own words. They load and fail alone. */
export const Answers = ({ title, having, except }: Props) => {
  const list = useQuery(query(response.list, { query: { ...having, limit: String(few) } }))
  const total = list.data?.pagination.totalCount
  const others = (list.data?.data ?? []).filter(({ id }) => id !== except).slice(0, few - 1)
  return (
    <Section
      title={title}
      {...(total !== undefined && { total: formatNumber(total) })}
      more={
        <a className="more" href={`${response.path}?${new URLSearchParams(having)}`}>
          All responses
        </a>
      }
    >
      <Part read={list} lines={2 * (few - 1)}>
        {() =>
          others.length === 0 ? (
            <p className="dim">{except ? 'Only this one.' : 'Nobody has answered yet.'}</p>
          ) : (
            <ul className={styles.answers}>
              {others.map((answer) => (
                <li key={answer.id}>
                  <ScoreMark answer={answer} />
                  <a href={hrefOf(response, answer)}>{respondentOf(answer)}</a>
                  <small>
                    <DateTime value={answer.responseDate} dateOnly />
                  </small>
                  {answer.feedbackText?.trim() && <q title={answer.feedbackText}>{answer.feedbackText.trim()}</q>}
                  {followUpLook(answer)?.tone === 'attention' && <FollowUp answer={answer} />}
                </li>
              ))}
            </ul>
          )
        }
      </Part>
    </Section>
  )
}
