import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { mostSessions, sessions } from '../../contract/sessions'
import { useWrite } from '../lib/api/cache/use-write'
import { sessionsQuery } from '../lib/api/session/owner'
import { endSessions } from '../lib/api/session/sign-in'
import * as tables from '../list/table/list-table.module.css'
import { DateTime, plural, Text } from '../ui/format/format'
import { Form } from '../ui/input/form'
import { KeyField } from '../ui/input/key-field'
import * as layout from '../ui/layout.module.css'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog'
import { toast } from '../ui/overlay/toasts'
import { Section } from '../ui/page/section'
import { AsyncSection } from '../ui/states/async-section'
import * as typography from '../ui/typography.module.css'
import * as styles from './api-access.module.css'
import { RowButton, Rows, sessionName } from './rows'

type Session = { id: string; browser?: string | null }
type Ending = Session | 'all others'

export const Sessions = () => {
  const read = useQuery(sessionsQuery)
  const [ending, setEnding] = useState<Ending | null>(null)
  const rows = read.data?.data.sessions ?? []
  return (
    <Section
      title="Where you are signed in"
      total={read.data && plural(rows.length, 'session', 'sessions')}
      more={
        rows.length > 1 && (
          <span className={layout.actions}>
            <RowButton label="End all others" onClick={() => setEnding('all others')} />
          </span>
        )
      }
    >
      <p className={typography.lede}>
        All sessions of your account or key. Sessions end automatically after some hours without use.
        {rows.length >= mostSessions &&
          ` At most the ${mostSessions} most recent are shown; “End all others” includes the rest.`}
        {read.data?.data.isKept === false &&
          ' When connected to another server, only sessions since the console started are listed.'}
      </p>
      <AsyncSection read={read} lines={3}>
        {() => (
          <Rows label="Sessions" heads={['Browser', 'Last used']}>
            {rows.map((session) => (
              <tr key={session.id}>
                <th scope="row" className={tables.name}>
                  <Text value={session.browser} /> {session.isThis && <span className={styles.tag}>this one</span>}
                  <small>
                    Since <DateTime value={session.beganAt} />
                  </small>
                </th>
                <td data-label="Last used">{session.isThis ? 'now' : <DateTime value={session.usedAt} />}</td>
                <td>
                  {!session.isThis && (
                    <span className={layout.actions}>
                      <RowButton
                        label="End"
                        of={sessionName(session.browser, session.beganAt)}
                        onClick={() => setEnding(session)}
                      />
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </Rows>
        )}
      </AsyncSection>
      {ending && <End ending={ending} isPerson={Boolean(read.data?.data.person)} onClose={() => setEnding(null)} />}
    </Section>
  )
}

/** Asks for the key again, so an unattended console cannot end that key’s sessions. People can end only their own. */
const End = ({ ending, isPerson, onClose }: { ending: Ending; isPerson: boolean; onClose: () => void }) => {
  const [key, setKey] = useState('')
  const one = ending === 'all others' ? null : ending
  const end = useWrite({
    meta: { writes: sessions.list.path },
    mutationFn: async () => {
      const result = await endSessions({ ...(!isPerson && { key: key.trim() }), ...(one && { id: one.id }) })
      if (!result.ok) throw new Error(result.sentence)
    },
    onSuccess: () => {
      onClose()
      toast({ tone: 'calm', text: one ? 'Session ended.' : 'All other sessions ended.' })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    end.mutate()
  }
  return (
    <Form onSubmit={submit}>
      <ConfirmDialog
        title={one ? `End the session of ${one.browser ?? 'this browser'}?` : 'End all other sessions?'}
        text={`This takes effect immediately${isPerson ? '.' : '; the key keeps working. Enter the key you signed in with.'}`}
        error={isPerson ? end.error?.message : null}
        yes={one ? 'End session' : 'End all others'}
        disabled={!isPerson && !key.trim()}
        busy={end.isPending}
        onNo={onClose}
      >
        {!isPerson && <KeyField value={key} onChange={setKey} refusal={end.error?.message ?? null} />}
      </ConfirmDialog>
    </Form>
  )
}
