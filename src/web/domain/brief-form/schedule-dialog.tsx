import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { z } from 'zod/mini'
import { briefSchedules, mostDaysFromEnd } from '../../../contract/brief-schedules'
import { papers } from '../../../contract/core/brief-document'
import { EditFooter } from '../../form/edit-footer'
import { issuesOf } from '../../form/fields'
import * as forms from '../../form/form.module.css'
import { useUnsavedChanges } from '../../form/use-unsaved-changes'
import { mayBeSaved } from '../../lib/api/api-error'
import { useWrite } from '../../lib/api/cache/use-write'
import { type ApiResponse, call } from '../../lib/api/client'
import { zoneName } from '../../lib/request-context'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/facts/details'
import * as fields from '../../ui/input/fields.module.css'
import { Form } from '../../ui/input/form'
import { SegmentedControl } from '../../ui/input/segmented-control'
import { KeyCap } from '../../ui/key-cap'
import { Drawer } from '../../ui/overlay/drawer'
import { toast } from '../../ui/overlay/toasts'
import { choiceIn, keptQuery } from '../brief/kept'
import { isLanguage, languages } from '../brief/languages'
import { rhythmWords } from '../brief-mail/labels'
import { lettersQuery, useOwnAddress } from '../brief-mail/queries'
import { Choice, Entry } from './entry'
import { focusFirstWrong, LetterFields, recipientIssues } from './letter-fields'

type Schedule = ApiResponse<typeof briefSchedules.get>['data']
type Sent = z.input<typeof briefSchedules.create.body>
type Draft = Partial<Schedule> & { companyId: string; companyName: string; message: string }

const periodOf = (rhythm: string) => (rhythm === 'monthly' ? 'month' : 'quarter')

const approval = ['After approval', 'Automatically']

const textsOf = (given: Draft, own: string | null) => ({
  rhythm: given.rhythm ?? 'quarterly',
  days: String(Math.abs(given.daysFromEnd ?? 5)),
  side: (given.daysFromEnd ?? 5) < 0 ? 'before' : 'after',
  time: given.time ?? '08:00',
  zone: given.zone ?? zoneName(),
  recipients: { userIds: given.userIds ?? [], addresses: given.addresses ?? [], typed: '' },
  replyTo: given.replyTo ?? own ?? '',
  subject: given.subject ?? '',
  message: given.message,
  language: given.language ?? '',
  paper: given.paper ?? '',
  needsApproval: given.needsApproval ?? true,
})

/** Without a sign, which `side` gives. */
const readDays = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN)

const bodyOf = ({
  days,
  side,
  recipients,
  replyTo,
  subject,
  language,
  paper,
  ...texts
}: ReturnType<typeof textsOf>) => ({
  ...texts,
  daysFromEnd: readDays(days) * (side === 'before' ? -1 : 1),
  userIds: recipients.userIds,
  addresses: recipients.addresses,
  replyTo: replyTo.trim(),
  subject: subject.trim() || null,
  language: language || null,
  paper: paper || null,
})

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Makes a schedule for a client, or changes the given one. */
export const ScheduleDialog = ({ given, onClose }: { given: Draft; onClose: () => void }) => {
  const own = useOwnAddress()
  const [before] = useState(() => textsOf(given, own))
  const [now, setNow] = useState(before)
  const [isTried, setTried] = useState(false)
  const id = useId()
  const set = (key: keyof typeof now) => (value: string | boolean) => setNow((old) => ({ ...old, [key]: value }))
  const client = useQueryClient()
  const kept = useQuery(keptQuery(given.companyId)).data
  const chosen = (language: string, of = kept) => (isLanguage(language) ? language : of && choiceIn(of).language)
  const letters = useQuery(lettersQuery(given.companyName)).data
  /** No one has written a message of their own. */
  const isUntouched = ({ message }: typeof now, of = letters) =>
    Object.values(of ?? {}).some((letter) => letter.message === message)
  const setLanguage = async (language: string) => {
    set('language')(language)
    const [all, settings] = await Promise.all([
      client.ensureQueryData(lettersQuery(given.companyName)),
      client.ensureQueryData(keptQuery(given.companyId)),
    ])
    const written = chosen(language, settings)
    const isStill = (old: typeof now) => old.language === language && isUntouched(old, all)
    if (written) setNow((old) => (isStill(old) ? { ...old, message: all[written].message } : old))
  }
  const body = { companyId: given.companyId, ...bodyOf(now) } as Sent
  const issues = { ...issuesOf(briefSchedules.create, body), ...recipientIssues(now.recipients) }
  if (issues.daysFromEnd) issues.daysFromEnd = `Enter a whole number from 0 to ${mostDaysFromEnd}.`
  const errorOf = (key: string) => (isTried ? issues[key] : undefined)
  const save = useWrite({
    meta: { writes: briefSchedules.update.path },
    mutationFn: () => {
      if (!given.id) return call(briefSchedules.create, { body })
      const [was, is] = [bodyOf(before), bodyOf(now)]
      // Only what was changed here, so that what someone else has changed meanwhile stays.
      const changes = Object.entries(is).filter(([key, value]) => !isSame(value, was[key as keyof typeof was]))
      return call(briefSchedules.update, { id: given.id, body: Object.fromEntries(changes) })
    },
    onSuccess: () => {
      toast({ tone: 'good', title: given.id ? 'Schedule saved' : 'Schedule created', more: given.companyName })
      proceed()
      onClose()
    },
  })
  const changes = Object.keys(now).filter(
    (key) =>
      !isSame(now[key as keyof typeof now], before[key as keyof typeof before]) &&
      // It has only followed the language.
      !(key === 'message' && now.language !== before.language && isUntouched(now) && isUntouched(before)),
  ).length
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (given.id && changes === 0) return
    setTried(true)
    if (Object.keys(issues).length === 0) save.mutate()
    else focusFirstWrong()
  }
  const { close, proceed, isWaiting, question } = useUnsavedChanges(changes, { onClose, isSaving: save.isPending })
  const title = given.id ? 'Edit schedule' : 'Schedule this brief'
  return (
    <Drawer title={title} onClose={close}>
      <Form className={forms.drawer} noValidate onSubmit={submit}>
        <div className={forms.body}>
          <div className={fields.form}>
            <div className={forms.half}>
              <Choice label="How often" value={now.rhythm} onChange={set('rhythm')} words={rhythmWords} />
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
                label="When"
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
            <LetterFields
              companyId={given.companyId}
              value={now}
              onChange={(changes) => setNow((old) => ({ ...old, ...changes }))}
              errorOf={errorOf}
              replyTo={{}}
              subjectHint="If empty, the brief’s title and the client’s name"
              lang={chosen(now.language)}
            />
            <div className={forms.half}>
              <Choice
                label="Language"
                value={now.language}
                onChange={(language) => void setLanguage(language).catch(() => {})}
                words={{
                  '': 'As set for the client',
                  ...Object.fromEntries(Object.entries(languages).map(([key, { name }]) => [key, name])),
                }}
              />
              <Choice
                label="Paper"
                value={now.paper}
                onChange={set('paper')}
                words={{ '': 'As set for the client', ...Object.fromEntries(papers.map((paper) => [paper, paper])) }}
              />
            </div>
            <fieldset className={fields.field}>
              <legend className={fields.label}>Sending</legend>
              <SegmentedControl
                options={approval}
                value={approval[now.needsApproval ? 0 : 1]}
                onChange={(chosen) => set('needsApproval')(chosen === approval[0])}
              />
            </fieldset>
          </div>
          {save.error && (
            <Notice bad>
              {!mayBeSaved(save.error) ? (
                <>
                  <b>Not saved.</b> {save.error.message}
                </>
              ) : given.id ? (
                <>
                  <b>It may have been saved.</b> The server didn’t confirm it. It’s safe to try again.
                </>
              ) : (
                <>
                  <b>It may have been created.</b> The server didn’t confirm it. Look under Scheduled, below the brief,
                  before you try again.
                </>
              )}
            </Notice>
          )}
        </div>
        {given.id ? (
          <EditFooter
            {...{ changes, isWaiting }}
            wrong={isTried ? Object.keys(issues).length : 0}
            isSaving={save.isPending}
            onDiscard={() => {
              setNow(before)
              setTried(false)
            }}
          />
        ) : (
          <footer>
            <Button kind="bare" onClick={close}>
              Cancel
            </Button>
            <Button kind="primary" type="submit" aria-disabled={save.isPending}>
              {save.isPending ? 'Saving' : 'Create schedule'} <KeyCap>Ctrl ↵</KeyCap>
            </Button>
          </footer>
        )}
      </Form>
      {question}
    </Drawer>
  )
}
