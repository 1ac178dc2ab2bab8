import { Link } from 'react-router-dom'
import { mailTo } from '../kit/nps/mail'
import { ScoreMark } from '../kit/nps/score-mark'
import { respondentOf } from '../kit/nps/words'
import { RecordLink } from '../kit/record/record-link'
import { hrefOf } from '../kit/record/view'
import { Glyph } from '../kit/ui/glyph'
import { Icon } from '../kit/ui/icon'
import type { Response } from './read'
import styles from './today.module.css'
import { clockOf, clockText, patience } from './waiting'

const few = 5

/** Who waits, in their own words, with the time that is left of 48 hours and a mail that quotes them. */
export const Waiting = ({ queue }: { queue: Response[] }) => (
  <ul className={styles.queue}>
    {queue.slice(0, few).map((answer) => {
      const mail = mailTo(answer)
      const who = respondentOf(answer)
      return (
        <li key={answer.id}>
          <ScoreMark answer={answer} />
          <div>
            <Link to={hrefOf({ path: '/nps/responses' }, answer)}>
              {answer.feedbackText?.trim() ? `“${answer.feedbackText.trim()}”` : 'Without a word'}
            </Link>
            <small>
              {who} · <RecordLink to="/companies" id={answer.companyId} name={answer.companyName} />
            </small>
          </div>
          <Clock answer={answer} />
          {mail ? (
            <a className="icon-button" href={mail} title={`Write to ${who}`} aria-label={`Write to ${who}`}>
              <Icon name="mail" />
            </a>
          ) : (
            <span />
          )}
        </li>
      )
    })}
  </ul>
)

const glyphs = { bad: 'error', attention: 'soon', calm: 'soon' } as const

const Clock = ({ answer }: { answer: Response }) => {
  const clock = clockOf(answer)
  if (!clock) return <span />
  return (
    <span className={styles.clock} data-tone={clock.tone} title={`Waiting ${clock.waited} hours of ${patience}`}>
      <i style={{ '--part': Math.min(clock.waited / patience, 1) }} />
      <span className="state" data-tone={clock.tone} data-loud={clock.tone !== 'calm' || undefined}>
        <Glyph name={glyphs[clock.tone]} />
        {clockText(clock)}
      </span>
    </span>
  )
}
