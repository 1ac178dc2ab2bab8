import { followUpBadge } from '../../domain/nps/labels'
import { ScoreMark } from '../../domain/nps/score-mark'
import { respondentOf } from '../../domain/records/response'
import { hrefOf } from '../../record/record-type'
import { Related, relatedQuery } from '../../record/related'
import { DateTime } from '../../ui/format/format'
import { Link } from '../../ui/link'
import { tip } from '../../ui/overlay/tip'
import { FollowUp, recordType as response } from '../response-record'
import * as styles from './answers.module.css'

type Props = {
  title: string
  /** Shared filter, as API parameters. */
  having: Record<string, string>
  /** The current response: counted but not listed. */
  except?: string
}

export const latestAnswersQuery = (having: Record<string, string>) => relatedQuery(response.list, having)

/** Latest responses related to a record, with what they say. */
export const Answers = (props: Props) => (
  <Related
    {...props}
    recordType={response}
    renderList={(answers) => (
      <ul className={styles.answers}>
        {answers.map((answer) => (
          <li key={answer.id}>
            <ScoreMark answer={answer} />
            <Link href={hrefOf(response, answer)}>{respondentOf(answer)}</Link>
            <small>
              <DateTime value={answer.responseDate} dateOnly />
            </small>
            {answer.feedbackText?.trim() && <q {...tip(answer.feedbackText.trim())}>{answer.feedbackText.trim()}</q>}
            {followUpBadge(answer)?.tone === 'attention' && <FollowUp answer={answer} />}
          </li>
        ))}
      </ul>
    )}
  />
)
