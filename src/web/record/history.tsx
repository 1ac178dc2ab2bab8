import { useQuery } from '@tanstack/react-query'
import { auditEvents } from '../../contract/audit-events'
import { isMissing, query } from '../lib/api/client'
import { getOwn } from '../lib/text/get-own'
import { Loading, Section } from '../ui/details'
import { DateTime, formatNumber, Missing } from '../ui/format/format'
import styles from './history.module.css'

type Props = {
  resource: string
  id: string
  /** Label of a field, and of its values if needed. */
  fields: Record<string, { label: string; words?: Record<string, string> }>
}

export const historyQuery = (resource: Props['resource'], recordId: string) =>
  query(auditEvents.list, { query: { resource, recordId, limit: '10' } })

/** Audit events of a record, newest first; hidden on servers without an audit log. */
export const History = ({ resource, id, fields }: Props) => {
  const said = (field: string, value: unknown) =>
    getOwn(getOwn(fields, field)?.words ?? {}, String(value)) ?? plain(value)
  const traces = useQuery(historyQuery(resource, id))
  if (traces.isPending) return <Loading />
  if (!traces.data) return traces.error && !isMissing(traces.error) ? <Unread reason={traces.error.message} /> : null
  const { data: events, pagination } = traces.data
  const { totalCount } = pagination
  return (
    <Section title="History" total={totalCount > 0 ? formatNumber(totalCount) : 'no changes yet'}>
      {events.length > 0 && (
        <ol className={`entries ${styles.events}`}>
          {events.map(({ id: event, at, key, person, before, after }) => (
            <li key={event}>
              <ul>
                {Object.keys(after ?? {})
                  .filter((field) => !silent.includes(field))
                  .map((field) => (
                    <li key={field}>
                      {getOwn(fields, field)?.label ?? field} <del>{said(field, before?.[field])}</del>{' '}
                      <ins>{said(field, after?.[field])}</ins>
                    </li>
                  ))}
              </ul>
              <small>
                <Author of={{ key, person }} />, <DateTime value={at} />
              </small>
            </li>
          ))}
        </ol>
      )}
    </Section>
  )
}

/** Fields that change with every write. */
const silent = ['updatedAt', 'updatedBy', 'version']

const plain = (value: unknown) =>
  value === null || value === undefined || value === ''
    ? 'empty'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

const Unread = ({ reason }: { reason: string }) => (
  <Section title="History">
    <p className="dim">{reason}</p>
  </Section>
)

type Authored = {
  key?: { name?: string | null } | null
  person?: { name?: string | null; userId?: string | null } | null
}

/** A person, with a link to her among staff users, or a key. */
const Author = ({ of: { key, person } }: { of: Authored }) =>
  person?.userId ? (
    <a href={`/users/${encodeURIComponent(person.userId)}`}>{person.name}</a>
  ) : (
    person?.name || key?.name || <Missing />
  )
