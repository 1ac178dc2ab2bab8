import type { ReactNode } from 'react'
import { mailTo } from '../../domain/nps/follow-up/mail'
import type { Response } from '../../domain/nps/queries'
import { ScoreMark } from '../../domain/nps/score-mark'
import { respondentOf } from '../../domain/records/response'
import { useShortcutKey } from '../../lib/shortcuts'
import { humanize } from '../../lib/text/humanize'
import { RecordLink } from '../../record/record-link'
import { hrefOf } from '../../record/record-type'
import * as buttons from '../../ui/buttons.module.css'
import { CopyIconButton } from '../../ui/copy-button'
import { DateTime } from '../../ui/format/format'
import { Icon } from '../../ui/icon/icon'
import { ShortcutCap } from '../../ui/key-cap'
import * as layout from '../../ui/layout.module.css'
import { Link } from '../../ui/link'
import { disabledBecause } from '../../ui/overlay/tip'
import { FollowUp, FollowUpLink, recordType as response } from '../response-record'
import { SurveyLink } from '../survey-link'
import * as styles from './answer-card.module.css'
import type { useMarkHandled } from './use-mark-handled'

/** Not the hash: the router would scroll to it on every change. */
export const cardId = (id: string) => `answer-${id}`

type Props = {
  answer: Response
  current: boolean
  handled: boolean
  marking: Pick<ReturnType<typeof useMarkHandled>, 'isStored' | 'lack' | 'isSaving'>
  onHandle: () => void
  onChoose: () => void
  /** Shown in place of the follow-up status. */
  clock?: ReactNode
}

/** A response in the list; the current one shows its details and actions. */
export const AnswerCard = ({ answer, current, handled, marking, onHandle, onChoose, clock }: Props) => {
  const words = answer.feedbackText?.trim()
  const who = respondentOf(answer)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are j and k, and Enter on the name
    <li
      id={cardId(answer.id)}
      className={styles.answer}
      aria-current={current || undefined}
      onClick={(event) => {
        if (!(event.target as Element).closest('a, button')) onChoose()
      }}
    >
      <ScoreMark answer={answer} />
      <p className={styles.who}>
        <Link href={hrefOf(response, answer)}>{who}</Link>{' '}
        <small>
          <RecordLink to="/companies" id={answer.companyId} name={answer.companyName} />
        </small>
      </p>
      <span className={styles.when} data-clock={clock ? true : undefined}>
        {clock ?? (answer.followUpRequired && <FollowUp answer={answer} />)}
        {handled && <small>handled</small>}
        {marking.isSaving(answer) && <small>saving</small>}
        <DateTime value={answer.responseDate} />
        {clock && answer.followUpState === 'in_progress' && (
          <span className={styles.progress}>
            <FollowUp answer={answer} />
          </span>
        )}
      </span>
      <p className={words ? styles.words : styles.silent}>{words ?? 'No comment'}</p>
      {current && <Whole answer={answer} handled={handled} marking={marking} onHandle={onHandle} />}
    </li>
  )
}

type WholeProps = Pick<Props, 'answer' | 'handled' | 'marking' | 'onHandle'>

const Whole = ({ answer, handled, marking, onHandle }: WholeProps) => {
  const mail = mailTo(answer)
  const keyOf = useShortcutKey()
  const isSaving = marking.isSaving(answer)
  return (
    <>
      <p className={styles.foot}>
        {[...new Set(answer.tags ?? [])].map((tag) => (
          <span key={tag} className={styles.tag}>
            {tag}
          </span>
        ))}
        <small>
          {[answer.source && `Responded via ${humanize(answer.source).toLowerCase()}`, answer.respondentEmail]
            .filter(Boolean)
            .join(' · ')}
        </small>
        <small>
          <SurveyLink id={answer.surveyId} />
        </small>
      </p>
      {answer.followUpNote && <p className={styles.note}>{answer.followUpNote}</p>}
      <div className={layout.actions}>
        {mail && (
          <a
            className={buttons.button}
            data-size="small"
            data-kind="primary"
            href={mail}
            aria-keyshortcuts={keyOf('w')}
          >
            <Icon name="mail" />
            Write an email <ShortcutCap>w</ShortcutCap>
          </a>
        )}
        {answer.companyId && (
          <>
            <Link
              className={buttons.button}
              data-size="small"
              href={hrefOf({ path: '/companies' }, { id: answer.companyId })}
              aria-keyshortcuts={keyOf('c')}
            >
              <Icon name="building-2" />
              Open company <ShortcutCap>c</ShortcutCap>
            </Link>
            <Link
              className={buttons.button}
              data-size="small"
              href={`/company-users?${new URLSearchParams({ companyId: answer.companyId })}`}
              aria-keyshortcuts={keyOf('p')}
            >
              <Icon name="users-round" />
              Contacts <ShortcutCap>p</ShortcutCap>
            </Link>
          </>
        )}
        {answer.followUpRequired && !answer.followUpCompleted && (
          <button
            type="button"
            className={buttons.button}
            data-size="small"
            data-kind="bare"
            aria-keyshortcuts={keyOf('h')}
            {...disabledBecause(marking.lack, onHandle)}
            aria-busy={isSaving}
          >
            <Icon name={handled ? 'undo-2' : 'check'} />
            {isSaving
              ? 'Saving'
              : handled
                ? 'Undo mark as handled'
                : `Mark as handled${marking.isStored ? '' : ' (this computer)'}`}{' '}
            <ShortcutCap>h</ShortcutCap>
          </button>
        )}
        <FollowUpLink answer={answer} small />
        <CopyIconButton text={answer.id} what="ID" />
      </div>
    </>
  )
}
