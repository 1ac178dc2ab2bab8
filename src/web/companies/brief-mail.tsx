import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { briefDeliveries } from '../../contract/brief-deliveries'
import type { BriefDocument } from '../../contract/core/brief-document'
import { papers } from '../../contract/core/brief-document'
import type { Language } from '../domain/brief/languages'
import { RecipientsField } from '../domain/brief-form/recipients'
import { Entry } from '../domain/brief-form/schedule-dialog'
import { ContactName } from '../domain/brief-mail/contact-name'
import { deliveryStatus } from '../domain/brief-mail/labels'
import { letterQuery, useMail, useOwnAddress } from '../domain/brief-mail/queries'
import { issuesOf } from '../form/fields'
import { call } from '../lib/api/client'
import { useMissingScope } from '../lib/api/scopes'
import { useWrite } from '../lib/api/use-write'
import * as buttons from '../ui/buttons.module.css'
import { Facts, Field, Loading, Notice } from '../ui/details'
import * as fields from '../ui/fields.module.css'
import { plural } from '../ui/format/format'
import { lazyComponent } from '../ui/lazy-component'
import { CloseButton, Dialog } from '../ui/overlay/dialog'
import * as dialogs from '../ui/overlay/dialog.module.css'
import { toast } from '../ui/overlay/toasts'
import { SegmentedControl } from '../ui/segmented-control'
import { Brief } from './brief'
import * as styles from './brief-mail.module.css'

const UnsavedChangesDialog = lazyComponent(
  async () => (await import('../form/unsaved-changes-dialog')).UnsavedChangesDialog,
)

type Props = { id: string; language: Language; brief: BriefDocument; onClose: () => void }

/** Mails the brief: first what is written, then all of it as it will arrive, then it is sent. */
export const BriefMail = ({ id, language, brief, onClose }: Props) => {
  const mail = useMail()
  const missingScope = useMissingScope(briefDeliveries.send)
  const letter = useQuery(letterQuery(language, brief.client)).data
  const because = missingScope ?? mail?.whyNot
  if (mail && letter && !because)
    return <Letter {...{ id, language, brief, onClose }} from={mail.from ?? ''} initial={letter} />
  return (
    <Dialog className={dialogs.dialog} title="Email this brief" onClose={onClose}>
      <header>
        <h2>Email this brief</h2>
        <CloseButton onClose={onClose} />
      </header>
      <div className={dialogs.body}>{because ? <p>{because}</p> : <Loading lines={3} />}</div>
    </Dialog>
  )
}

type LetterProps = Props & { from: string; initial: { subject: string; message: string } }

const Letter = ({ id, language, brief, onClose, from, initial }: LetterProps) => {
  const own = useOwnAddress()
  const [now, setNow] = useState({ ...initial, replyTo: own ?? '', paper: 'A4' })
  const [recipients, setRecipients] = useState<{ userIds: string[]; addresses: string[] }>({
    userIds: [],
    addresses: [],
  })
  const [isTried, setTried] = useState(false)
  const [isPreview, setPreview] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const set = (key: keyof typeof now) => (value: string) => setNow((old) => ({ ...old, [key]: value }))
  const count = recipients.userIds.length + recipients.addresses.length
  const body = {
    ...{ ...recipients, subject: now.subject.trim(), message: now.message, language },
    paper: now.paper as (typeof papers)[number],
    ...(own === null && { replyTo: now.replyTo.trim() }),
  }
  const issues: Record<string, string> = {
    ...issuesOf(briefDeliveries.send, body),
    ...(count === 0 && { userIds: 'Choose at least one recipient.' }),
  }
  const errorOf = (key: string) => (isTried ? issues[key] : undefined)
  const send = useWrite({
    meta: { writes: briefDeliveries.send.path },
    mutationFn: (test: boolean) => call(briefDeliveries.send, { id, body: { ...body, test } }),
    onSuccess: ({ data: { status, reason, recipients: sentTo } }, test) => {
      if (status !== 'sent') return
      toast({
        tone: reason ? 'attention' : 'good',
        text: <b>{test ? 'Test sent' : 'Brief sent'}</b>,
        more: reason ?? sentTo?.join(', '),
      })
      if (!test) onClose()
    },
  })
  const result = send.data?.data
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPreview) return send.mutate(false)
    setTried(true)
    if (Object.keys(issues).length === 0) setPreview(true)
    else requestAnimationFrame(() => document.querySelector<HTMLElement>('dialog [aria-invalid="true"]')?.focus())
  }
  const changes = [count > 0, now.subject !== initial.subject, now.message !== initial.message].filter(Boolean).length
  const close = () => (changes > 0 ? setLeaving(true) : onClose())
  const title = isPreview ? 'Check and send' : 'Email this brief'
  return (
    <Dialog className={dialogs.dialog} title={title} onClose={close} wide>
      <header>
        <h2>{title}</h2>
        <CloseButton onClose={close} />
      </header>
      <form noValidate onSubmit={submit}>
        <div className={dialogs.body}>
          {isPreview ? (
            <Preview
              {...{ from, recipients, brief, paper: now.paper, subject: body.subject, message: now.message }}
              replyTo={own ?? now.replyTo}
            />
          ) : (
            <div className={fields.form}>
              <RecipientsField
                companyId={id}
                value={recipients}
                onChange={setRecipients}
                error={errorOf('userIds') ?? errorOf('addresses')}
              />
              {own === null && (
                <Entry label="Answers go to" error={errorOf('replyTo')} hint="Your key has no address of its own.">
                  {(props) => (
                    <input
                      {...props}
                      type="email"
                      value={now.replyTo}
                      onChange={({ target }) => set('replyTo')(target.value)}
                    />
                  )}
                </Entry>
              )}
              <Entry label="Subject" error={errorOf('subject')}>
                {(props) => (
                  <input {...props} value={now.subject} onChange={({ target }) => set('subject')(target.value)} />
                )}
              </Entry>
              <Entry label="Message" error={errorOf('message')}>
                {(props) => (
                  <textarea
                    {...props}
                    rows={7}
                    lang={brief.locale}
                    value={now.message}
                    onChange={({ target }) => set('message')(target.value)}
                  />
                )}
              </Entry>
              <fieldset className={fields.field}>
                <legend className={fields.label}>Attached as PDF</legend>
                <SegmentedControl options={[...papers]} value={now.paper} onChange={set('paper')} />
              </fieldset>
            </div>
          )}
          {send.error && (
            <Notice bad>
              <b>Not sent.</b> {send.error.message}
            </Notice>
          )}
          {result && result.status !== 'sent' && (
            <Notice bad>
              <b>{deliveryStatus.badge(result.status ?? '').word}.</b> {result.reason}
            </Notice>
          )}
        </div>
        <footer>
          {isPreview ? (
            <>
              <button type="button" className={buttons.button} data-kind="bare" onClick={() => setPreview(false)}>
                Back
              </button>
              <button
                type="button"
                className={buttons.button}
                aria-disabled={send.isPending}
                onClick={() => send.mutate(true)}
              >
                Send a test to me
              </button>
              <button type="submit" className={buttons.button} data-kind="primary" aria-disabled={send.isPending}>
                {send.isPending ? 'Sending' : `Send to ${plural(count, 'person', 'people')}`}
              </button>
            </>
          ) : (
            <>
              <button type="button" className={buttons.button} data-kind="bare" onClick={close}>
                Cancel
              </button>
              <button type="submit" className={buttons.button} data-kind="primary">
                Preview
              </button>
            </>
          )}
        </footer>
      </form>
      {isLeaving && <UnsavedChangesDialog changes={changes} onLeave={onClose} onStay={() => setLeaving(false)} />}
    </Dialog>
  )
}

type PreviewProps = {
  from: string
  replyTo: string
  recipients: { userIds: string[]; addresses: string[] }
  subject: string
  message: string
  paper: string
  brief: BriefDocument
}

const Preview = ({ from, replyTo, recipients, subject, message, paper, brief }: PreviewProps) => (
  <>
    <Facts>
      <Field label="From">{from}</Field>
      <Field label="To">
        <ul>
          {recipients.userIds.map((id) => (
            <li key={id}>
              <ContactName id={id} />
            </li>
          ))}
          {recipients.addresses.map((address) => (
            <li key={address}>{address}</li>
          ))}
        </ul>
      </Field>
      <Field label="Answers go to">{replyTo}</Field>
      <Field label="Subject">{subject}</Field>
    </Facts>
    <p className={styles.message} lang={brief.locale}>
      {message}
    </p>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it */}
    <section className={styles.attached} aria-label={`Attached, PDF, ${paper}`} tabIndex={0}>
      <h3>Attached, PDF, {paper}</h3>
      <Brief brief={brief} />
    </section>
  </>
)
