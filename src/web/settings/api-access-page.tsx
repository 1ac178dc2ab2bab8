import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiKeys } from '../../contract/keys'
import { me } from '../../contract/me'
import { isMissing, mayBeSaved } from '../lib/api/api-error'
import { useWrite } from '../lib/api/cache/use-write'
import { call, meQuery, query } from '../lib/api/client'
import { allQuery } from '../lib/api/read-all'
import { sessionsQuery } from '../lib/api/session/owner'
import { pageLoader } from '../lib/navigation/page-loader'
import { useLeaveBlocker } from '../lib/navigation/use-leave-blocker'
import * as tables from '../list/table/list-table.module.css'
import { Button } from '../ui/button'
import { Notice } from '../ui/facts/details'
import { DateTime, Missing, plural } from '../ui/format/format'
import * as layout from '../ui/layout.module.css'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog'
import { toast } from '../ui/overlay/toasts'
import { Page, PageHead } from '../ui/page/page'
import { SectionTabs } from '../ui/page/section-tabs'
import { EmptyState } from '../ui/states/empty-state'
import { ErrorState } from '../ui/states/error-state'
import { Loading } from '../ui/states/loading'
import { StatusBadge } from '../ui/status-badge'
import * as typography from '../ui/typography.module.css'
import * as styles from './api-access.module.css'
import { endOf, endOfReplacement, hasEnded, keyNames, latestEnd } from './expiry'
import { NewKey, unconfirmedText } from './new-key'
import { RowButton, Rows } from './rows'
import { inWords, missingScopesText } from './scopes'
import { Sessions } from './sessions'
import { ShownOnce } from './shown-once'
import { tabs } from './tabs'

const crumbs = [{ label: 'Settings' }, { label: 'Integrations' }]

type Key = { id: string; name?: string | null; createdAt?: string | null; expiresAt?: string | null }
type PendingAction = { what: 'revoke' | 'rotate'; key: Key }

const keysQuery = allQuery(apiKeys.list, {})

export const loader = pageLoader({ needs: () => [keysQuery], prefetch: () => [meQuery, sessionsQuery] })

export const Component = () => {
  const keys = useQuery(keysQuery)
  const own = useQuery(query(me.get, {})).data?.data
  const [making, setMaking] = useState(false)
  const [made, setMade] = useState<{ name: string; text: string } | null>(null)
  const [pending, setPending] = useState<PendingAction | null>(null)
  const rows = keys.data ?? []
  const inUse = rows.filter((key) => !hasEnded(key))
  const endless = inUse.filter(({ expiresAt }) => !expiresAt)
  return (
    <Page title="API Access" crumbs={crumbs}>
      <PageHead title="API Access" total={keys.data && plural(inUse.length, 'key in use', 'keys in use')}>
        {!keys.error && (
          <Button kind="primary" disabled={!keys.data} onClick={() => setMaking(true)}>
            Create key
          </Button>
        )}
      </PageHead>
      <SectionTabs of={tabs} />
      <p className={typography.lede}>
        A key identifies an app or team. Limit its access and set an expiry date. A key is shown only once, when you
        create it.
      </p>
      {isMissing(keys.error) ? (
        <EmptyState title="Keys are managed in the portal" found>
          Create keys in the portal: Settings, then Integrations, then API Access.
        </EmptyState>
      ) : keys.error && !keys.data ? (
        <ErrorState error={keys.error} what="The keys" onRetry={() => void keys.refetch()} />
      ) : !keys.data ? (
        <div className={styles.scroll}>
          <Loading lines={8} />
        </div>
      ) : (
        <div className={styles.page}>
          {endless.length > 0 && (
            <Notice>
              <b>{endless.length === 1 ? 'One key never expires' : `${endless.length} keys never expire`}:</b>{' '}
              {keyNames(endless)}. Replace keys you still need with expiring ones, and revoke the rest.
            </Notice>
          )}
          <Rows label="API keys" heads={['Name', 'Permissions', 'Created by', 'Created', 'Last used', 'Expires']}>
            {rows.map((key) => (
              <tr key={key.id} data-gone={hasEnded(key) || undefined}>
                <th scope="row" className={tables.name}>
                  {key.name || <Missing />} {key.prefix === own?.prefix && <span className={styles.tag}>this key</span>}
                  <small>
                    <code>{key.prefix}…</code>
                  </small>
                </th>
                <td className={styles.may} data-label="Permissions">
                  {inWords(key.scopes ?? [])}
                </td>
                <td data-label="Created by">{key.createdBy || <Missing />}</td>
                <td data-label="Created">
                  <DateTime value={key.createdAt} dateOnly />
                </td>
                <td data-label="Last used">{key.lastUsedAt ? <DateTime value={key.lastUsedAt} /> : 'Never'}</td>
                <td data-label="Expires">
                  <StatusBadge badge={endOf(key)} loud={!hasEnded(key) && endOf(key).tone === 'attention'} />
                </td>
                <td>
                  {!hasEnded(key) && (
                    <span className={layout.actions}>
                      <RowButton
                        label="Rotate"
                        of={key.name}
                        lack={missingScopesText(key.scopes ?? [], own)}
                        onClick={() => setPending({ what: 'rotate', key })}
                      />
                      <RowButton
                        label="Revoke"
                        of={key.name}
                        lack={missingScopesText(key.scopes ?? [], own)}
                        onClick={() => setPending({ what: 'revoke', key })}
                      />
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </Rows>
        </div>
      )}
      <Sessions />
      {making && (
        <NewKey
          own={own}
          onClose={() => setMaking(false)}
          onMade={(text, name) => {
            setMaking(false)
            setMade({ name, text })
          }}
        />
      )}
      {pending && (
        <Confirm
          pending={pending}
          ownEnd={latestEnd(own)}
          isOwn={rows.some(({ id, prefix }) => id === pending.key.id && prefix === own?.prefix)}
          onClose={() => setPending(null)}
          onMade={setMade}
        />
      )}
      {made && <ShownOnce name={made.name} text={made.text} onClose={() => setMade(null)} />}
    </Page>
  )
}

type ConfirmProps = {
  pending: PendingAction
  isOwn: boolean
  ownEnd: string | null | undefined
  onClose: () => void
  onMade: (made: { name: string; text: string }) => void
}

/** Both stop a key that may be in use, so the consequences are shown first. */
const Confirm = ({ pending: { what, key }, isOwn, ownEnd, onClose, onMade }: ConfirmProps) => {
  const expiresAt = endOfReplacement(key, ownEnd)
  const name = key.name ?? 'this key'
  const act = useWrite({
    meta: { writes: apiKeys.revoke.path },
    mutationFn: async () => {
      if (what === 'revoke') await call(apiKeys.revoke, { id: key.id, body: {} })
      else {
        const body = { overlapHours: 24, ...(expiresAt && { expiresAt }) }
        onMade({ name, text: (await call(apiKeys.rotate, { id: key.id, body })).data.key ?? '' })
      }
    },
    onSuccess: () => {
      onClose()
      if (what === 'revoke')
        toast({
          tone: 'calm',
          title: name,
          text: 'revoked.',
          more: 'Apps and sessions using it no longer have access.',
        })
    },
  })
  // The new key is shown once, here.
  const isRotating = act.isPending && what === 'rotate'
  useLeaveBlocker(isRotating)
  return (
    <ConfirmDialog
      title={what === 'revoke' ? `Revoke “${name}”?` : `Rotate “${name}”?`}
      text={
        <>
          {what === 'revoke'
            ? 'It stops working immediately in every app and session. You can’t undo this.'
            : 'Creates a new key with the same name and scopes. The old key keeps working for 24 hours, so you have time to switch.'}
          {what === 'rotate' && expiresAt && (
            <>
              {' '}
              <b>
                The new key expires <DateTime value={expiresAt} />, with your own key
              </b>
              , because a key can’t outlive the one that creates it. For a later date, sign in with a longer-lasting
              key.
            </>
          )}
          {isOwn && what === 'revoke' && <b> You’re signed in with this key and will need another to continue.</b>}
          <b role="status">{isRotating && ' The new key will appear here in a moment. Keep this page open.'}</b>
        </>
      }
      error={what === 'rotate' && mayBeSaved(act.error) ? unconfirmedText : act.error?.message}
      yes={what === 'revoke' ? 'Revoke key' : isRotating ? 'Rotating' : 'Rotate key'}
      kind={what === 'rotate' ? 'primary' : 'danger'}
      busy={act.isPending}
      onYes={() => act.mutate()}
      onNo={isRotating ? undefined : onClose}
    />
  )
}
