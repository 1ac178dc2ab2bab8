import { Entry } from './entry'
import { type Recipients, RecipientsField } from './recipients'
import { recipientsIn, refusal } from './recipients-in'

type Letter = { recipients: Recipients; replyTo: string; subject: string; message: string }

/** What is wrong with the recipients apart from what the API says; nothing if they are clear. */
export const recipientIssues = ({ userIds, addresses, typed }: Recipients): Record<string, string> =>
  typed.trim()
    ? { userIds: `${refusal(recipientsIn(typed))} Correct or remove what is wrong.` }
    : userIds.length + addresses.length === 0
      ? { userIds: 'Choose at least one recipient.' }
      : {}

/** The first field that is wrong gets the focus. */
export const focusFirstWrong = () =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>('dialog [aria-invalid="true"]')?.focus())

type Props = {
  companyId: string
  value: Letter
  onChange: (changes: Partial<Letter>) => void
  errorOf: (key: string) => string | undefined
  /** Missing where replies go to the sender's own address. */
  replyTo?: { hint?: string }
  subjectHint?: string
  lang?: string | undefined
}

/** Who gets a brief, and what the email says. */
export const LetterFields = ({ companyId, value, onChange, errorOf, replyTo, subjectHint, lang }: Props) => (
  <>
    <RecipientsField
      companyId={companyId}
      value={value.recipients}
      onChange={(recipients) => onChange({ recipients })}
      error={errorOf('userIds') ?? errorOf('addresses')}
    />
    {replyTo && (
      <Entry label="Replies go to" error={errorOf('replyTo')} {...replyTo}>
        {(props) => (
          <input
            {...props}
            type="email"
            value={value.replyTo}
            onChange={({ target }) => onChange({ replyTo: target.value })}
          />
        )}
      </Entry>
    )}
    <Entry label="Subject" error={errorOf('subject')} {...(subjectHint && { hint: subjectHint })}>
      {(props) => (
        <input {...props} value={value.subject} onChange={({ target }) => onChange({ subject: target.value })} />
      )}
    </Entry>
    <Entry label="Message" error={errorOf('message')}>
      {(props) => (
        <textarea
          {...props}
          rows={7}
          lang={lang}
          value={value.message}
          onChange={({ target }) => onChange({ message: target.value })}
        />
      )}
    </Entry>
  </>
)
