import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { briefSchedules } from '../../contract/brief-schedules'
import type { Endpoint } from '../../contract/core/endpoint'
import { isUnderWay } from '../domain/brief-mail/labels'
import { call, query } from '../lib/api/client'
import { useMissingScope } from '../lib/api/scopes'
import { useWrite } from '../lib/api/use-write'
import type { RecordOf } from '../record/record-type'
import * as buttons from '../ui/buttons.module.css'
import { Icon, type IconName } from '../ui/icon/icon'
import { lazyComponent } from '../ui/lazy-component'
import { Dialog } from '../ui/overlay/dialog'
import * as dialogs from '../ui/overlay/dialog.module.css'
import { explanation } from '../ui/overlay/tip'
import { toast } from '../ui/overlay/toasts'

const ScheduleDialog = lazyComponent(async () => (await import('../domain/brief-form/schedule-dialog')).ScheduleDialog)

type Schedule = RecordOf<typeof briefSchedules.get>
type Asked = 'send' | 'remove' | 'edit'

/** Approve, send, pause, change and remove. */
export const ScheduleActions = ({ schedule }: { schedule: Schedule }) => {
  const { id, status, lastResult, companyName } = schedule
  const [asked, setAsked] = useState<Asked | null>(null)
  const navigate = useNavigate()
  // Until the result is there.
  useQuery({ ...query(briefSchedules.get, { id }), refetchInterval: isUnderWay(lastResult) ? 2000 : false })
  const write = useWrite({
    meta: { writes: briefSchedules.update.path },
    mutationFn: ({ run }: { run: () => Promise<unknown>; said: string }) => run(),
    onSuccess: (_, { said }) => toast({ tone: 'good', text: <b>{said}</b>, more: companyName }),
    onError: (error, { said }) =>
      toast({ tone: 'bad', text: <b>{`Not done: ${said.toLowerCase()}`}</b>, more: error.message }),
  })
  const isPaused = status === 'paused'
  const isAgain = lastResult === 'failed' || lastResult === 'unknown' || lastResult === 'sent'
  const close = () => setAsked(null)
  const confirm = () => {
    close()
    if (asked === 'send')
      write.mutate({ run: () => call(briefSchedules.send, { id, body: {} }), said: 'Brief is being sent' })
    else
      write.mutate({
        run: async () => {
          await call(briefSchedules.remove, { id, body: {} })
          await navigate('/brief-schedules')
        },
        said: 'Schedule removed',
      })
  }
  return (
    <>
      {lastResult === 'held' && (
        <Action
          endpoint={briefSchedules.approve}
          icon="check"
          label="Approve and send"
          primary
          onClick={() =>
            write.mutate({ run: () => call(briefSchedules.approve, { id, body: {} }), said: 'Brief approved' })
          }
        />
      )}
      {companyName && lastResult !== 'held' && !isUnderWay(lastResult) && (
        <Action
          endpoint={briefSchedules.send}
          icon="mail"
          label={isAgain ? 'Send again' : 'Send now'}
          onClick={() => setAsked('send')}
        />
      )}
      {companyName && (
        <>
          <Action
            endpoint={briefSchedules.update}
            icon="timer"
            label={isPaused ? 'Resume' : 'Pause'}
            onClick={() =>
              write.mutate({
                run: () => call(briefSchedules.update, { id, body: { isPaused: !isPaused } }),
                said: isPaused ? 'Schedule resumed' : 'Schedule paused',
              })
            }
          />
          <Action endpoint={briefSchedules.update} icon="pencil" label="Edit" onClick={() => setAsked('edit')} />
        </>
      )}
      <Action endpoint={briefSchedules.remove} icon="x" label="Remove" onClick={() => setAsked('remove')} />
      {asked === 'edit' && (
        <ScheduleDialog
          given={{
            ...schedule,
            companyId: schedule.companyId ?? '',
            companyName: companyName ?? '',
            message: schedule.message ?? '',
          }}
          onClose={close}
        />
      )}
      {(asked === 'send' || asked === 'remove') && (
        <Dialog className={dialogs.dialog} title={questions[asked].title} onClose={close} alert>
          <header>
            <h2>{questions[asked].title}</h2>
            <p>
              {asked === 'send' && lastResult === 'unknown'
                ? 'The last one may have arrived. Ask the client before it arrives twice.'
                : questions[asked].more}
            </p>
          </header>
          <footer>
            <button type="button" className={buttons.button} data-kind="bare" data-safe onClick={close}>
              Cancel
            </button>
            <button type="button" className={buttons.button} data-kind="primary" onClick={confirm}>
              {questions[asked].yes}
            </button>
          </footer>
        </Dialog>
      )}
    </>
  )
}

const questions = {
  send: {
    title: 'Send this brief now?',
    more: 'It is made from today’s data and goes to all recipients of the schedule.',
    yes: 'Send',
  },
  remove: {
    title: 'Remove this schedule?',
    more: 'No more briefs are sent by it. What was sent stays listed on the client’s brief.',
    yes: 'Remove',
  },
}

type ActionProps = { endpoint: Endpoint; icon: IconName; label: string; primary?: boolean; onClick: () => void }

/** A button, or the missing scope. */
const Action = ({ endpoint, icon, label, primary, onClick }: ActionProps) => {
  const missingScope = useMissingScope(endpoint)
  return (
    <button
      type="button"
      className={buttons.button}
      data-kind={primary && 'primary'}
      onClick={() => !missingScope && onClick()}
      {...(missingScope && { 'aria-disabled': true, ...explanation(missingScope) })}
    >
      <Icon name={icon} />
      {label}
    </button>
  )
}
