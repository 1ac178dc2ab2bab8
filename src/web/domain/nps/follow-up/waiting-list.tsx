import { RecordLink } from '../../../record/record-link'
import { hrefOf } from '../../../record/record-type'
import { IconLink } from '../../../ui/button'
import { Link } from '../../../ui/link'
import { respondentOf } from '../../records/response'
import type { Response } from '../queries'
import { ScoreMark } from '../score-mark'
import { Clock } from './clock'
import { mailTo } from './mail'
import * as styles from './waiting-list.module.css'

type Props = {
  queue: Response[]
  /** Maximum number of rows. */
  few: number
  /** Truncates the feedback to one line. */
  compact?: boolean
  /** Leaves out the company, on its own page. */
  ofOneCompany?: boolean
}

/** People waiting for a reply, with feedback, time left and a prefilled email. */
export const WaitingList = ({ queue, few, compact, ofOneCompany }: Props) => (
  <ul className={styles.queue} data-compact={compact || undefined}>
    {queue.slice(0, few).map((answer) => {
      const mail = mailTo(answer)
      const who = respondentOf(answer)
      return (
        <li key={answer.id}>
          <ScoreMark answer={answer} />
          <div>
            <Link href={hrefOf({ path: '/nps/responses' }, answer)}>
              {answer.feedbackText?.trim() ? `“${answer.feedbackText.trim()}”` : 'No comment'}
            </Link>
            <small>
              {who}
              {!ofOneCompany && (
                <>
                  {' · '}
                  <RecordLink to="/companies" id={answer.companyId} name={answer.companyName} />
                </>
              )}
            </small>
          </div>
          <Clock answer={answer} />
          {mail ? <IconLink icon="mail" label={`Write to ${who}`} href={mail} /> : <span />}
        </li>
      )
    })}
  </ul>
)
