import type { ReactNode } from 'react'
import { mailTo } from '../../domain/nps/follow-up/mail'
import type { Response } from '../../domain/nps/queries'
import { ScoreMark } from '../../domain/nps/score-mark'
import { respondentOf } from '../../domain/records/response'
import { useShortcutKey } from '../../lib/shortcuts'
import { humanize } from '../../lib/text/humanize'
import { RecordLink } from '../../record/record-link'
import { hrefOf } from '../../record/record-type'
import { Button, ButtonLink } from '../../ui/button'
import { CopyIconButton } from '../../ui/copy-button'
import { DateTime } from '../../ui/format/format'
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
          <ButtonLink icon="mail" small kind="primary" href={mail} aria-keyshortcuts={keyOf('w')}>
            Write an email <ShortcutCap>w</ShortcutCap>
          </ButtonLink>
        )}
        {answer.companyId && (
          <>
            <ButtonLink
              icon="building-2"
              small
              href={hrefOf({ path: '/companies' }, { id: answer.companyId })}
              aria-keyshortcuts={keyOf('c')}
            >
              Open company <ShortcutCap>c</ShortcutCap>
            </ButtonLink>
            <ButtonLink
              icon="users-round"
              small
              href={`/company-users?${new URLSearchParams({ companyId: answer.companyId })}`}
              aria-keyshortcuts={keyOf('p')}
            >
              Contacts <ShortcutCap>p</ShortcutCap>
            </ButtonLink>
          </>
        )}
        {answer.followUpRequired && !answer.followUpCompleted && (
          <Button
            icon={handled ? 'undo-2' : 'check'}
            small
            kind="bare"
            aria-keyshortcuts={keyOf('h')}
            {...disabledBecause(marking.lack, onHandle)}
            aria-busy={isSaving}
          >
            {isSaving
              ? 'Saving'
              : handled
                ? 'Undo mark as handled'
                : `Mark as handled${marking.isStored ? '' : ' (this computer)'}`}{' '}
            <ShortcutCap>h</ShortcutCap>
          </Button>
        )}
        <FollowUpLink answer={answer} small />
        <CopyIconButton text={answer.id} what="ID" />
      </div>
    </>
  )
}
