import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, Fragment, type MouseEvent, useState } from 'react'
import { briefDeliveries } from '../../../contract/brief-deliveries'
import { type BriefDocument, type Paper, papers } from '../../../contract/core/brief-document'
import type { Language } from '../../domain/brief/languages'
import { focusFirstWrong, LetterFields, recipientIssues } from '../../domain/brief-form/letter-fields'
import { ContactName } from '../../domain/brief-mail/contact-name'
import { deliveryStatus } from '../../domain/brief-mail/labels'
import { lettersQuery, useMail, useOwnAddress } from '../../domain/brief-mail/queries'
import { issuesOf } from '../../form/fields'
import { useUnsavedChanges } from '../../form/use-unsaved-changes'
import { mayBeSaved } from '../../lib/api/api-error'
import { useWrite } from '../../lib/api/cache/use-write'
import { call } from '../../lib/api/client'
import { useMissingScope } from '../../lib/api/scopes'
import { zoneName } from '../../lib/request-context'
import { Button } from '../../ui/button'
import { Facts, Field, Notice } from '../../ui/facts/details'
import { plural } from '../../ui/format/format'
import * as fields from '../../ui/input/fields.module.css'
import { Form } from '../../ui/input/form'
import { SegmentedControl } from '../../ui/input/segmented-control'
import { CloseButton, Dialog } from '../../ui/overlay/dialog'
import * as dialogs from '../../ui/overlay/dialog.module.css'
import { toast } from '../../ui/overlay/toasts'
import { Loading } from '../../ui/states/loading'
import { Brief } from './brief'
import { useNotPrinted } from './brief-download'
import * as styles from './brief-mail.module.css'

type Props = { id: string; language: Language; brief: BriefDocument; onClose: () => void }

/** Mails the brief: first what is written, then all of it as it will arrive, then it is sent. */
export const BriefMail = ({ id, language, brief, onClose }: Props) => {
  const mail = useMail()
  const missingScope = useMissingScope(briefDeliveries.send)
  const letter = useQuery(lettersQuery(brief.client)).data?.[language]
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
      <footer>
        <Button onClick={onClose}>Close</Button>
      </footer>
    </Dialog>
  )
}

type LetterProps = Props & { from: string; initial: { subject: string; message: string } }

const Letter = ({ id, language, brief, onClose, from, initial }: LetterProps) => {
  const own = useOwnAddress()
  const queries = useQueryClient()
  const [now, setNow] = useState({
    ...initial,
    recipients: { userIds: [] as string[], addresses: [] as string[], typed: '' },
    replyTo: own ?? '',
    paper: brief.paper,
  })
  const [isTried, setTried] = useState(false)
  const [isPreview, setPreview] = useState(false)
  const { userIds, addresses, typed } = now.recipients
  const count = userIds.length + addresses.length
  const body = {
    ...{
      userIds,
      addresses,
      subject: now.subject.trim(),
      message: now.message,
      language,
      paper: now.paper,
      zone: zoneName(),
    },
    ...(own === null && { replyTo: now.replyTo.trim() }),
  }
  const issues = { ...issuesOf(briefDeliveries.send, body), ...recipientIssues(now.recipients) }
  const errorOf = (key: string) => (isTried ? issues[key] : undefined)
  const send = useWrite({
    meta: { writes: briefDeliveries.send.path },
    mutationFn: (test: boolean) => call(briefDeliveries.send, { id, body: { ...body, test } }),
    onSuccess: ({ data: { status, reason, recipients: sentTo } }, test) => {
      if (status !== 'sent') return
      toast({
        tone: reason ? 'attention' : 'good',
        title: test ? 'Test sent' : 'Brief sent',
        more: reason ?? sentTo?.join(', '),
      })
      if (test) return
      proceed()
      onClose()
    },
    onError: (error) => {
      if (mayBeSaved(error)) void queries.invalidateQueries({ queryKey: [briefDeliveries.list.path] })
    },
  })
  const result = send.data?.data
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isPreview) return send.mutate(false)
    setTried(true)
    if (Object.keys(issues).length === 0) setPreview(true)
    else focusFirstWrong()
  }
  const changes = [
    count > 0 || typed.trim() !== '',
    now.subject !== initial.subject,
    now.message !== initial.message,
    own === null && now.replyTo.trim() !== '',
    now.paper !== brief.paper,
  ].filter(Boolean).length
  const { close, proceed, question } = useUnsavedChanges(changes, { onClose, isSaving: send.isPending })
  const title = isPreview ? 'Check and send' : 'Email this brief'
  return (
    <Dialog className={dialogs.dialog} title={title} onClose={close} wide>
      <header>
        <h2 key={title} ref={isPreview ? focus : undefined} tabIndex={-1}>
          {title}
        </h2>
        <CloseButton onClose={close} />
      </header>
      <Form noValidate onSubmit={submit}>
        <div className={dialogs.body}>
          {isPreview ? (
            <Preview
              {...{
                id,
                language,
                from,
                recipients: now.recipients,
                brief,
                paper: now.paper,
                subject: body.subject,
                message: now.message,
              }}
              replyTo={own ?? now.replyTo}
            />
          ) : (
            <div className={fields.form}>
              <LetterFields
                companyId={id}
                value={now}
                onChange={(changes) => setNow((old) => ({ ...old, ...changes }))}
                errorOf={errorOf}
                {...(own === null && { replyTo: { hint: 'Your key has no address of its own.' } })}
                lang={brief.locale}
              />
              <fieldset className={fields.field}>
                <legend className={fields.label}>Attached as PDF</legend>
                <SegmentedControl
                  options={[...papers]}
                  value={now.paper}
                  onChange={(paper) => setNow((old) => ({ ...old, paper: paper as Paper }))}
                />
              </fieldset>
            </div>
          )}
          {send.error && (
            <Notice bad>
              {mayBeSaved(send.error) ? (
                <>
                  <b>It may have been sent.</b> The server didn’t confirm it. Look under Sent, below the brief, before
                  you send it again.
                </>
              ) : (
                <>
                  <b>Not sent.</b> {send.error.message}
                </>
              )}
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
            <Fragment key="preview">
              <Button kind="bare" onClick={() => setPreview(false)}>
                Back
              </Button>
              <Button aria-disabled={send.isPending} onClick={() => send.mutate(true)}>
                Send a test to me
              </Button>
              <Button kind="primary" type="submit" aria-disabled={send.isPending} onClick={firstClickOnly}>
                {send.isPending ? 'Sending' : `Send to ${plural(count, 'person', 'people')}`}
              </Button>
            </Fragment>
          ) : (
            <Fragment key="letter">
              <Button kind="bare" onClick={close}>
                Cancel
              </Button>
              <Button kind="primary" type="submit">
                Preview
              </Button>
            </Fragment>
          )}
        </footer>
      </Form>
      {question}
    </Dialog>
  )
}

/** What had the focus is not in the preview, and Enter must not send what was not read. */
const focus = (heading: HTMLElement | null) => heading?.focus()

/** It may stand where Preview was, so the second click of a double click must not send what was not read. */
const firstClickOnly = (event: MouseEvent) => {
  if (event.detail > 1) event.preventDefault()
}

type PreviewProps = {
  id: string
  language: Language
  from: string
  replyTo: string
  recipients: { userIds: string[]; addresses: string[] }
  subject: string
  message: string
  paper: Paper
  brief: BriefDocument
}

const Preview = ({ id, language, from, replyTo, recipients, subject, message, paper, brief }: PreviewProps) => {
  const notPrinted = useNotPrinted(id, language, paper, brief)
  return (
    <>
      {notPrinted && <Notice>{notPrinted}</Notice>}
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
        <Field label="Replies go to">{replyTo}</Field>
        <Field label="Subject">{subject}</Field>
      </Facts>
      <p className={styles.message} lang={brief.locale}>
        {message}
      </p>
      <section className={styles.attached} aria-label={`Attached, PDF, ${paper}`}>
        <h3>Attached, PDF, {paper}</h3>
        <Brief brief={brief} />
      </section>
    </>
  )
}
