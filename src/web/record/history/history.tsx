import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { auditEvents } from '../../../contract/audit-events'
import { isMissing } from '../../lib/api/api-error'
import { query } from '../../lib/api/client'
import { DateTime, formatNumber } from '../../ui/format/format'
import * as lists from '../../ui/lists.module.css'
import { Section } from '../../ui/page/section'
import { ShowMore } from '../../ui/show-more'
import { Loading } from '../../ui/states/loading'
import * as typography from '../../ui/typography.module.css'
import { Author } from './author'
import { type Change, changesOf, type HistoryFields } from './changes'
import * as styles from './history.module.css'

type Props = {
  resource: string
  id: string
  fields: HistoryFields
  /** The record’s current currency, if it has one. */
  currency?: string | null | undefined
}

export const historyQuery = (resource: Props['resource'], recordId: string) =>
  query(auditEvents.list, { query: { resource, recordId, limit: '10' } })

/** Audit events of a record, newest first; hidden on servers without an audit log. */
export const History = ({ resource, id, fields, currency }: Props) => {
  const traces = useQuery(historyQuery(resource, id))
  if (traces.isPending) return <Loading />
  if (!traces.data)
    return traces.error && !isMissing(traces.error) ? <HistoryUnavailable reason={traces.error.message} /> : null
  const { data: events, pagination } = traces.data
  const { totalCount } = pagination
  const changes = changesOf(events, fields, currency ?? null)
  return (
    <Section title="History" onScreenOnly total={totalCount > 0 ? formatNumber(totalCount) : 'no changes yet'}>
      {events.length > 0 && (
        <ol className={`${lists.entries} ${styles.events}`}>
          {events.map(({ id: event, at, key, person }, place) => (
            <li key={event}>
              <Changes changes={changes[place] ?? []} />
              <small>
                <Author of={{ key, person }} />, <DateTime value={at} />
              </small>
            </li>
          ))}
        </ol>
      )}
      {totalCount > events.length && (
        <p className={typography.dim}>
          The newest {formatNumber(events.length)} of {formatNumber(totalCount)}.
        </p>
      )}
    </Section>
  )
}

/** Changes shown before "Show more". */
const few = 12

const Changes = ({ changes }: { changes: Change[] }) => {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const shown = changes.slice(0, all ? undefined : few)
  return (
    <>
      <ul ref={list}>
        {changes.length === 0 && <li>No known changes</li>}
        {shown.map((change, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what an event changed never changes again
          <li key={place}>
            {change.what}{' '}
            {'note' in change ? (
              <ins>{change.note}</ins>
            ) : (
              <>
                <del>{change.was}</del> <ins>{change.is}</ins>
              </>
            )}
          </li>
        ))}
      </ul>
      {changes.length > shown.length && (
        <ShowMore bare list={list} count={changes.length - shown.length} onShow={() => setAll(true)} />
      )}
    </>
  )
}

const HistoryUnavailable = ({ reason }: { reason: string }) => (
  <Section title="History" onScreenOnly>
    <p className={typography.dim}>{reason}</p>
  </Section>
)
