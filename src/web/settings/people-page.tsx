import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mostSessions, sessions } from '../../contract/sessions'
import { useWrite } from '../lib/api/cache/use-write'
import { call, meQuery, query } from '../lib/api/client'
import { useMissingScope } from '../lib/api/scopes'
import { sessionsQuery } from '../lib/api/session/owner'
import { pageLoader } from '../lib/navigation/page-loader'
import * as tables from '../list/table/list-table.module.css'
import { DateTime, plural, Text } from '../ui/format/format'
import * as layout from '../ui/layout.module.css'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog'
import { toast } from '../ui/overlay/toasts'
import { Page, PageHead } from '../ui/page/page'
import { Section } from '../ui/page/section'
import { SectionTabs } from '../ui/page/section-tabs'
import { AsyncSection } from '../ui/states/async-section'
import * as typography from '../ui/typography.module.css'
import * as styles from './api-access.module.css'
import { RowButton, Rows, sessionName } from './rows'
import { Sessions } from './sessions'
import { tabs } from './tabs'

const crumbs = [{ label: 'Settings' }]

const peopleQuery = query(sessions.people, {})

/** All sessions, with a way to end them when someone leaves. */
export const loader = pageLoader({ needs: () => [peopleQuery], prefetch: () => [meQuery, sessionsQuery] })

export const Component = () => (
  <Page title="People and sessions" crumbs={crumbs}>
    <PageHead title="People and sessions" />
    <SectionTabs of={tabs} />
    <p className={typography.lede}>
      Staff sign in as themselves where an identity provider is set up. When someone leaves, disable their account there
      first, then end their sessions on this page.
    </p>
    <Everybody />
    <Sessions />
  </Page>
)

type Session = {
  id: string
  kind?: string | null
  name?: string | null
  personId?: string | null
  browser?: string | null
}
type Ending = { session: Session; all: boolean }

const Everybody = () => {
  const missingScope = useMissingScope(sessions.people)
  const read = useQuery({ ...peopleQuery, enabled: missingScope === null })
  const [ending, setEnding] = useState<Ending | null>(null)
  const rows = read.data?.data.sessions ?? []
  const people = new Set(rows.map(({ personId, name }) => personId ?? name)).size
  if (missingScope)
    return (
      <Section title="All sessions">
        <p className={typography.dim}>{missingScope}</p>
      </Section>
    )
  return (
    <Section
      title="All sessions"
      total={
        read.data &&
        `${plural(people, 'person or key', 'people or keys')}, ${plural(rows.length, 'session', 'sessions')}`
      }
    >
      {rows.filter(({ kind }) => kind !== 'person').length >= mostSessions && (
        <p className={typography.lede}>At most the {mostSessions} most recent sessions of keys are shown.</p>
      )}
      {read.data?.data.isKept === false && (
        <p className={typography.lede}>
          When connected to another server, this list has only sessions since the console started.
        </p>
      )}
      <AsyncSection read={read} lines={5}>
        {() => (
          <Rows label="All people’s sessions" heads={['User', 'Role', 'Browser', 'Since', 'Last used']}>
            {rows.map((session) => (
              <tr key={session.id}>
                <th scope="row" className={tables.name}>
                  <Text value={session.name} /> {session.isThis && <span className={styles.tag}>this one</span>}
                  <small>{session.kind === 'person' ? session.email : 'API key'}</small>
                </th>
                <td data-label="Role">
                  <Text value={(session.roles ?? []).join(', ')} />
                </td>
                <td data-label="Browser">
                  <Text value={session.browser} />
                  {session.address && <small> from {session.address}</small>}
                </td>
                <td data-label="Since">
                  <DateTime value={session.beganAt} />
                </td>
                <td data-label="Last used">{session.isThis ? 'now' : <DateTime value={session.usedAt} />}</td>
                <td>
                  {!session.isThis && (
                    <span className={layout.actions}>
                      <RowButton
                        label="End"
                        of={sessionName(session.name, session.beganAt)}
                        onClick={() => setEnding({ session, all: false })}
                      />
                      {session.personId && (
                        <RowButton
                          label="End all"
                          of={session.name}
                          onClick={() => setEnding({ session, all: true })}
                        />
                      )}
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </Rows>
        )}
      </AsyncSection>
      {ending && <End ending={ending} onClose={() => setEnding(null)} />}
    </Section>
  )
}

const End = ({ ending: { session, all }, onClose }: { ending: Ending; onClose: () => void }) => {
  const name = session.name ?? 'this key'
  const end = useWrite({
    meta: { writes: sessions.endOf.path },
    mutationFn: () =>
      call(sessions.endOf, {
        body: all && session.personId ? { personId: session.personId } : { id: session.id },
      }),
    onSuccess: ({ data }) => {
      onClose()
      toast({ tone: 'calm', text: `${plural(data.ended ?? 0, 'session', 'sessions')} of ${name} ended.` })
    },
  })
  return (
    <ConfirmDialog
      title={all ? `End all sessions of ${name}?` : `End this session of ${name}?`}
      text={`This takes effect immediately in every browser. ${name} can sign in again unless you also disable the account or revoke the key.`}
      error={end.error?.message}
      yes={all ? 'End all sessions' : 'End session'}
      busy={end.isPending}
      onYes={() => end.mutate()}
      onNo={onClose}
    />
  )
}
