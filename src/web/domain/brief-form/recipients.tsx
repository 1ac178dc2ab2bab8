import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useDeferredValue, useId, useRef, useState } from 'react'
import { isMailAddress } from '../../../contract/core/mail-address'
import { companyUsers } from '../../../contract/users'
import { query } from '../../lib/api/client'
import { IconButton } from '../../ui/button'
import { Icon } from '../../ui/icon/icon'
import * as fields from '../../ui/input/fields.module.css'
import { ContactName } from '../brief-mail/contact-name'
import * as styles from './recipients.module.css'
import { recipientsIn, refusal } from './recipients-in'

/** `typed` is what has been entered and is neither a contact nor an address yet. */
export type Recipients = { userIds: string[]; addresses: string[]; typed: string }

type Props = {
  companyId: string
  value: Recipients
  onChange: (value: Recipients) => void
  error: string | undefined
}

const offered = 50

/** Contacts of the client, chosen by name, and any other addresses. */
export const RecipientsField = ({ companyId, value, onChange, error }: Props) => {
  const id = useId()
  const { userIds, addresses, typed: text } = value
  const [wrong, setWrong] = useState<string[]>([])
  const input = useRef<HTMLInputElement>(null)
  const search = useDeferredValue(text.trim())
  const contacts = useQuery({
    ...query(companyUsers.list, { query: { companyId, limit: String(offered), ...(search && { search }) } }),
    placeholderData: (before) => before,
  })
  const able = (contacts.data?.data ?? []).filter(({ status }) => status !== 'disabled')
  const options = able.filter(({ id }) => !userIds.includes(id))
  const labelOf = ({ fullName, email }: (typeof options)[number]) =>
    [fullName, email && `<${email}>`].filter(Boolean).join(' ')
  const add = (typed: string) => {
    const chosen = able.find((one) => labelOf(one) === typed.trim())
    const next = { userIds: new Set(userIds), addresses: new Map(addresses.map((one) => [one.toLowerCase(), one])) }
    const rest: string[] = []
    for (const part of chosen ? [] : recipientsIn(typed)) {
      const folded = part.toLowerCase()
      const contact = able.find((one) => labelOf(one) === part || one.email?.toLowerCase() === folded)
      if (contact) next.userIds.add(contact.id)
      else if (!isMailAddress(part)) rest.push(part)
      // The server takes addresses that differ in case for one.
      else if (!next.addresses.has(folded)) next.addresses.set(folded, part)
    }
    if (chosen) next.userIds.add(chosen.id)
    setWrong(rest)
    onChange({ userIds: [...next.userIds], addresses: [...next.addresses.values()], typed: rest.join(', ') })
  }
  const remove = (changes: Partial<Recipients>) => {
    // The button that has the focus goes.
    input.current?.focus()
    onChange({ ...value, ...changes })
  }
  const message = error ?? (wrong.length > 0 ? refusal(wrong) : undefined)
  return (
    <div className={fields.field}>
      <label htmlFor={id}>To</label>
      {userIds.length + addresses.length > 0 && (
        <ul className={styles.chosen} aria-label="Recipients">
          {userIds.map((userId) => (
            <Chosen key={userId} onRemove={() => remove({ userIds: userIds.filter((one) => one !== userId) })}>
              <ContactName id={userId} />
            </Chosen>
          ))}
          {addresses.map((address) => (
            <Chosen key={address} onRemove={() => remove({ addresses: addresses.filter((one) => one !== address) })}>
              {address}
            </Chosen>
          ))}
        </ul>
      )}
      <input
        className={fields.input}
        id={id}
        ref={input}
        list={`${id}-contacts`}
        value={text}
        autoComplete="off"
        placeholder="A contact’s name or an address"
        aria-invalid={message !== undefined}
        aria-describedby={`${id}-below`}
        onChange={({ target }) => {
          // The choice of a contact comes whole; an address ends with a comma, unless that is within quotes, or Enter.
          if (options.some((one) => labelOf(one) === target.value) || /^[^"]*(?:"[^"]*"[^"]*)*[,;]$/.test(target.value))
            add(target.value)
          else onChange({ ...value, typed: target.value })
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text')
          if (!pasted.includes('@')) return
          // As it is, because a field of one line drops the line ends between addresses.
          event.preventDefault()
          const { selectionStart, selectionEnd } = event.currentTarget
          add(text.slice(0, selectionStart ?? 0) + pasted + text.slice(selectionEnd ?? text.length))
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || text.trim() === '') return
          event.preventDefault()
          add(text)
        }}
        onBlur={() => add(text)}
      />
      <datalist id={`${id}-contacts`}>
        {options.map((one) => (
          <option key={one.id} value={labelOf(one)} />
        ))}
      </datalist>
      <span className={message ? fields.error : fields.hint} id={`${id}-below`}>
        {message && <Icon name="circle-alert" small />}
        {message ?? 'Contacts of this client or other addresses, at most 50.'}
      </span>
    </div>
  )
}

const Chosen = ({ onRemove, children }: { onRemove: () => void; children: ReactNode }) => {
  const id = useId()
  return (
    <li>
      <span id={`${id}-name`}>{children}</span>
      <IconButton icon="x" label="Remove" tip={null} id={id} aria-labelledby={`${id} ${id}-name`} onClick={onRemove} />
    </li>
  )
}
