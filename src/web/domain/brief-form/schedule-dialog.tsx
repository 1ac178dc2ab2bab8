import { type FormEvent, type ReactNode, useId, useState } from 'react'
import type { z } from 'zod/mini'
import { briefSchedules, mostDaysFromEnd } from '../../../contract/brief-schedules'
import { papers } from '../../../contract/core/brief-document'
import { issuesOf } from '../../form/fields'
import * as forms from '../../form/form.module.css'
import { type ApiResponse, call } from '../../lib/api/client'
import { useWrite } from '../../lib/api/use-write'
import { currentTimeZone } from '../../lib/request-context'
import * as buttons from '../../ui/buttons.module.css'
import { Notice } from '../../ui/details'
import * as fields from '../../ui/fields.module.css'
import { Icon } from '../../ui/icon/icon'
import { lazyComponent } from '../../ui/lazy-component'
import { CloseButton, Dialog } from '../../ui/overlay/dialog'
import * as dialogs from '../../ui/overlay/dialog.module.css'
import { toast } from '../../ui/overlay/toasts'
import { SegmentedControl } from '../../ui/segmented-control'
import { languages } from '../brief/languages'
import { rhythmWords } from '../brief-mail/labels'
import { useOwnAddress } from '../brief-mail/queries'
import { RecipientsField } from './recipients'

const UnsavedChangesDialog = lazyComponent(
  async () => (await import('../../form/unsaved-changes-dialog')).UnsavedChangesDialog,
)

type Schedule = ApiResponse<typeof briefSchedules.get>['data']
type Sent = z.input<typeof briefSchedules.create.body>
type Draft = Partial<Schedule> & { companyId: string; companyName: string; message: string }

const zoneHere = () => currentTimeZone() ?? Intl.DateTimeFormat().resolvedOptions().timeZone

const periodOf = (rhythm: string) => (rhythm === 'monthly' ? 'month' : 'quarter')

const approval = ['After my approval', 'By itself']

const textsOf = (given: Draft, own: string | null) => ({
  rhythm: given.rhythm ?? 'quarterly',
  days: String(Math.abs(given.daysFromEnd ?? 5)),
  side: (given.daysFromEnd ?? 5) < 0 ? 'before' : 'after',
  time: given.time ?? '08:00',
  zone: given.zone ?? zoneHere(),
  replyTo: given.replyTo ?? own ?? '',
  subject: given.subject ?? '',
  message: given.message,
  language: given.language ?? '',
  paper: given.paper ?? '',
  needsApproval: given.needsApproval ?? true,
})

/** Makes a schedule for a client, or changes the given one. */
export const ScheduleDialog = ({ given, onClose }: { given: Draft; onClose: () => void }) => {
  const own = useOwnAddress()
  const [before] = useState(() => textsOf(given, own))
  const [now, setNow] = useState(before)
  const [recipients, setRecipients] = useState({ userIds: given.userIds ?? [], addresses: given.addresses ?? [] })
  const [isTried, setTried] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const id = useId()
  const set = (key: keyof typeof now) => (value: string | boolean) => setNow((old) => ({ ...old, [key]: value }))
  const body = {
    ...{ companyId: given.companyId, rhythm: now.rhythm, time: now.time, zone: now.zone, ...recipients },
    ...{ daysFromEnd: Number(now.days.trim() || Number.NaN) * (now.side === 'before' ? -1 : 1) },
    ...{ replyTo: now.replyTo.trim(), subject: now.subject.trim() || null, message: now.message },
    ...{ language: now.language || null, paper: now.paper || null, needsApproval: now.needsApproval },
  } as Sent
  const issues: Record<string, string> = {
    ...issuesOf(briefSchedules.create, body),
    ...(recipients.userIds.length + recipients.addresses.length === 0 && { userIds: 'Choose at least one recipient.' }),
  }
  const errorOf = (key: string) => (isTried ? issues[key] : undefined)
  const save = useWrite({
    meta: { writes: briefSchedules.update.path },
    mutationFn: () => {
      const { companyId: _, ...changes } = body
      return given.id
        ? call(briefSchedules.update, { id: given.id, body: changes })
        : call(briefSchedules.create, { body })
    },
    onSuccess: () => {
      toast({ tone: 'good', text: <b>{given.id ? 'Schedule saved' : 'Schedule created'}</b>, more: given.companyName })
      onClose()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    if (Object.keys(issues).length === 0) save.mutate()
    else requestAnimationFrame(() => document.querySelector<HTMLElement>('dialog [aria-invalid="true"]')?.focus())
  }
  const chosenBefore = { userIds: given.userIds ?? [], addresses: given.addresses ?? [] }
  const changes = [
    ...Object.keys(now).filter((key) => now[key as keyof typeof now] !== before[key as keyof typeof now]),
    ...(JSON.stringify(recipients) === JSON.stringify(chosenBefore) ? [] : ['recipients']),
  ].length
  const close = () => (changes > 0 ? setLeaving(true) : onClose())
  const title = given.id ? 'Edit schedule' : 'Schedule this brief'
  return (
    <Dialog className={dialogs.drawer} title={title} onClose={close}>
      <header>
        <h2>{title}</h2>
        <CloseButton onClose={close} />
      </header>
      <form className={forms.drawer} noValidate onSubmit={submit}>
        <div className={forms.body}>
          <div className={fields.form}>
            <div className={forms.half}>
              <Choice label="Sent" value={now.rhythm} onChange={set('rhythm')} words={rhythmWords} />
              <Entry label="Time of day" error={errorOf('time')}>
                {(props) => (
                  <input {...props} type="time" value={now.time} onChange={({ target }) => set('time')(target.value)} />
                )}
              </Entry>
            </div>
            <div className={forms.half}>
              <Entry label="Days" error={errorOf('daysFromEnd')} hint={`At most ${mostDaysFromEnd}`}>
                {(props) => (
                  <input
                    {...props}
                    inputMode="numeric"
                    value={now.days}
                    onChange={({ target }) => set('days')(target.value)}
                  />
                )}
              </Entry>
              <Choice
                label="Counted"
                value={now.side}
                onChange={set('side')}
                words={{
                  before: `before the ${periodOf(now.rhythm)} ends`,
                  after: `after the ${periodOf(now.rhythm)} ends`,
                }}
              />
            </div>
            <Entry label="Time zone" error={errorOf('zone')}>
              {(props) => (
                <>
                  <input
                    {...props}
                    list={`${id}-zones`}
                    value={now.zone}
                    onChange={({ target }) => set('zone')(target.value)}
                  />
                  <datalist id={`${id}-zones`}>
                    {Intl.supportedValuesOf('timeZone').map((zone) => (
                      <option key={zone} value={zone} />
                    ))}
                  </datalist>
                </>
              )}
            </Entry>
            <RecipientsField
              companyId={given.companyId}
              value={recipients}
              onChange={setRecipients}
              error={errorOf('userIds') ?? errorOf('addresses')}
            />
            <Entry label="Answers go to" error={errorOf('replyTo')}>
              {(props) => (
                <input
                  {...props}
                  type="email"
                  value={now.replyTo}
                  onChange={({ target }) => set('replyTo')(target.value)}
                />
              )}
            </Entry>
            <Entry label="Subject" error={errorOf('subject')} hint="If empty, the brief’s title and the client’s name">
              {(props) => (
                <input {...props} value={now.subject} onChange={({ target }) => set('subject')(target.value)} />
              )}
            </Entry>
            <Entry label="Message" error={errorOf('message')}>
              {(props) => (
                <textarea
                  {...props}
                  rows={6}
                  value={now.message}
                  onChange={({ target }) => set('message')(target.value)}
                />
              )}
            </Entry>
            <div className={forms.half}>
              <Choice
                label="Language"
                value={now.language}
                onChange={set('language')}
                words={{
                  '': 'As usual',
                  ...Object.fromEntries(Object.entries(languages).map(([key, { name }]) => [key, name])),
                }}
              />
              <Choice
                label="Paper"
                value={now.paper}
                onChange={set('paper')}
                words={{ '': 'As usual', ...Object.fromEntries(papers.map((paper) => [paper, paper])) }}
              />
            </div>
            <fieldset className={fields.field}>
              <legend className={fields.label}>Goes out</legend>
              <SegmentedControl
                options={approval}
                value={approval[now.needsApproval ? 0 : 1]}
                onChange={(chosen) => set('needsApproval')(chosen === approval[0])}
              />
            </fieldset>
          </div>
          {save.error && (
            <Notice bad>
              <b>Not saved.</b> {save.error.message}
            </Notice>
          )}
        </div>
        <footer>
          <button type="button" className={buttons.button} data-kind="bare" onClick={close}>
            Cancel
          </button>
          <button type="submit" className={buttons.button} data-kind="primary" aria-disabled={save.isPending}>
            {save.isPending ? 'Saving' : given.id ? 'Save' : 'Create schedule'}
          </button>
        </footer>
      </form>
      {isLeaving && <UnsavedChangesDialog changes={changes} onLeave={onClose} onStay={() => setLeaving(false)} />}
    </Dialog>
  )
}

type ControlProps = {
  id: string
  className: string | undefined
  autoComplete: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

type EntryProps = {
  label: string
  error?: string | undefined
  hint?: string
  children: (props: ControlProps) => ReactNode
}

/** A labelled control with its hint, or what is wrong with it. */
export const Entry = ({ label, error, hint, children }: EntryProps) => {
  const id = useId()
  const below = error ?? hint
  return (
    <div className={fields.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        ...{ id, className: fields.input, autoComplete: 'off', 'aria-invalid': error !== undefined },
        'aria-describedby': below && `${id}-below`,
      })}
      {below && (
        <span className={error ? fields.error : fields.hint} id={`${id}-below`}>
          {error && <Icon name="circle-alert" small />}
          {below}
        </span>
      )}
    </div>
  )
}

type ChoiceProps = { label: string; value: string; onChange: (value: string) => void; words: Record<string, string> }

const Choice = ({ label, value, onChange, words }: ChoiceProps) => {
  const id = useId()
  return (
    <div className={fields.field}>
      <label htmlFor={id}>{label}</label>
      <select className={fields.select} id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {Object.entries(words).map(([key, word]) => (
          <option key={key} value={key}>
            {word}
          </option>
        ))}
      </select>
    </div>
  )
}
