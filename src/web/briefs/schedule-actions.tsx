import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { briefSchedules } from '../../contract/brief-schedules'
import type { Endpoint } from '../../contract/core/endpoint'
import { isUnderWay } from '../domain/brief-mail/labels'
import { ApiError, mayBeSaved } from '../lib/api/api-error'
import { untilItPasses } from '../lib/api/cache/query-client'
import { useWrite } from '../lib/api/cache/use-write'
import { call, query } from '../lib/api/client'
import { useMissingScope } from '../lib/api/scopes'
import type { RecordOf } from '../record/record-type'
import { Button } from '../ui/button'
import type { IconName } from '../ui/icon/icon'
import { lazyComponent } from '../ui/lazy-component'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog'
import { disabledBecause } from '../ui/overlay/tip'
import { toast } from '../ui/overlay/toasts'

const ScheduleDialog = lazyComponent(async () => (await import('../domain/brief-form/schedule-dialog')).ScheduleDialog)

type Schedule = RecordOf<typeof briefSchedules.get>
type Asked = 'send' | 'discard' | 'remove' | 'edit'

/** Approve, discard, send, pause, change and remove. */
export const ScheduleActions = ({ schedule }: { schedule: Schedule }) => {
  const { id, status, lastResult, companyName } = schedule
  const [asked, setAsked] = useState<Asked | null>(null)
  const navigate = useNavigate()
  // Until the result is there.
  const read = useQuery({
    ...query(briefSchedules.get, { id }),
    refetchInterval: (read) => untilItPasses(read) || (isUnderWay(lastResult) && status !== 'paused' ? 2000 : false),
  })
  const write = useWrite({
    meta: { writes: briefSchedules.update.path },
    mutationFn: ({ run }: { run: () => Promise<unknown>; said: string; failed: string }) => run(),
    onSuccess: (_, { said }) => toast({ tone: 'good', title: said, more: companyName }),
    onError: (error, { failed }) => {
      const isChanged = error instanceof ApiError && error.status === 412
      // What is shown may no longer be so.
      if (isChanged || mayBeSaved(error)) void read.refetch()
      toast({
        tone: 'bad',
        title: failed,
        more: isChanged
          ? 'The schedule has been changed meanwhile. Check it, then approve the brief again.'
          : mayBeSaved(error)
            ? 'The server didn’t confirm it, so it may have been done. Check the schedule before you try again.'
            : error.message,
      })
    },
  })
  const isPaused = status === 'paused'
  const isAgain = lastResult === 'failed' || lastResult === 'unknown' || lastResult === 'sent'
  const close = () => setAsked(null)
  const confirm = (asked: keyof typeof questions) => {
    close()
    if (asked === 'send')
      write.mutate({
        run: () => call(briefSchedules.send, { id, body: {} }),
        said: 'Brief is being sent',
        failed: 'The brief couldn’t be sent.',
      })
    else if (asked === 'discard')
      write.mutate({
        run: () => call(briefSchedules.discard, { id, body: {} }),
        said: 'Brief discarded',
        failed: 'The brief couldn’t be discarded.',
      })
    else
      write.mutate({
        run: async () => {
          await call(briefSchedules.remove, { id, body: {} })
          await navigate('/brief-schedules')
        },
        said: 'Schedule removed',
        failed: 'The schedule couldn’t be removed.',
      })
  }
  return (
    <>
      {lastResult === 'held' && (
        <>
          {!isPaused && (
            <Action
              endpoint={briefSchedules.approve}
              icon="check"
              label="Approve and send"
              primary
              onClick={() =>
                write.mutate({
                  // What is shown is approved, and not what someone has made of it meanwhile.
                  run: () => call(briefSchedules.approve, { id, body: {}, ifMatch: read.data?.etag ?? null }),
                  said: 'Brief approved',
                  failed: 'The brief couldn’t be approved.',
                })
              }
            />
          )}
          <Action endpoint={briefSchedules.discard} icon="x" label="Discard" onClick={() => setAsked('discard')} />
        </>
      )}
      {companyName && !isPaused && lastResult !== 'held' && !isUnderWay(lastResult) && (
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
                failed: `The schedule couldn’t be ${isPaused ? 'resumed' : 'paused'}.`,
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
      {asked && asked !== 'edit' && (
        <ConfirmDialog
          title={questions[asked].title}
          text={
            asked === 'send' && lastResult === 'unknown'
              ? 'The last one may have arrived. Ask the client first, so that it doesn’t arrive twice.'
              : questions[asked].more
          }
          yes={questions[asked].yes}
          kind={asked === 'send' ? 'primary' : 'danger'}
          onYes={() => confirm(asked)}
          onNo={close}
        />
      )}
    </>
  )
}

const questions = {
  send: {
    title: 'Send this brief now?',
    more: 'It uses today’s data and goes to all recipients of the schedule.',
    yes: 'Send',
  },
  discard: {
    title: 'Discard this brief?',
    more: 'It won’t be sent. The schedule continues with the next one.',
    yes: 'Discard',
  },
  remove: {
    title: 'Remove this schedule?',
    more: 'It sends no more briefs. What it has sent stays listed below the client’s brief.',
    yes: 'Remove',
  },
}

type ActionProps = { endpoint: Endpoint; icon: IconName; label: string; primary?: boolean; onClick: () => void }

/** A button, or the missing scope. */
const Action = ({ endpoint, icon, label, primary, onClick }: ActionProps) => {
  const missingScope = useMissingScope(endpoint)
  return (
    <Button icon={icon} kind={primary ? 'primary' : undefined} {...disabledBecause(missingScope, onClick)}>
      {label}
    </Button>
  )
}
