import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { auditEvents } from '../../../contract/audit-events'
import { largestPage } from '../../../contract/core/list-query'
import { isMissing } from '../../lib/api/api-error'
import { query } from '../../lib/api/client'
import { Author } from '../../record/history/author'
import { DateTime, formatNumber } from '../../ui/format/format'
import * as lists from '../../ui/lists.module.css'
import { Section } from '../../ui/page/section'
import { ShowMore } from '../../ui/show-more'
import { Loading } from '../../ui/states/loading'
import * as typography from '../../ui/typography.module.css'
import type { RuleLike } from '../rule-like'
import { ProseText } from '../sentences/prose-text'
import { missingOf, versionsOf } from './versions'
import * as styles from './versions-section.module.css'

type Props = { rule: RuleLike & { id: string; version?: number | null } }

const few = 6

export const versionsQuery = (recordId: string) =>
  query(auditEvents.list, {
    query: { resource: 'automation', recordId, limit: String(largestPage(auditEvents.list)) },
  })

/** Version history, as far as the audit log goes. */
export const Versions = ({ rule }: Props) => {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  const traces = useQuery(versionsQuery(rule.id))
  const current = typeof rule.version === 'number' ? `now ${formatNumber(rule.version)}` : undefined
  if (traces.isPending) return <Loading />
  if (!traces.data)
    return (
      <Section title="Versions" total={current}>
        <p className={typography.dim}>
          {isMissing(traces.error)
            ? 'This server keeps no audit log, so there is no version history.'
            : traces.error.message}
        </p>
      </Section>
    )
  const versions = versionsOf(traces.data.data, rule)
  const shown = versions.slice(0, all ? undefined : few)
  return (
    <Section title="Versions" total={current}>
      {versions.length > 0 && (
        <ol ref={list} className={`${lists.entries} ${styles.versions}`}>
          {shown.map(({ id, version, changes, by, at }) => (
            <li key={id}>
              <b>{version === null ? 'Unknown version' : `Version ${formatNumber(version)}`}</b>
              <ul>
                {changes.length === 0 && <li>No known changes</li>}
                {changes.map((change, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: what a version changed never changes again
                  <li key={place}>
                    <ProseText prose={change} />
                  </li>
                ))}
              </ul>
              <small>
                <Author of={by} />, <DateTime value={at} />
              </small>
            </li>
          ))}
        </ol>
      )}
      {versions.length > shown.length && (
        <ShowMore bare list={list} count={versions.length - shown.length} onShow={() => setAll(true)} />
      )}
      <p className={typography.dim}>{unknownOf(missingOf(versions, rule.version), versions.length)}</p>
    </Section>
  )
}

/** Names the versions that have no audit event. */
const unknownOf = (missing: [number, number][], known: number) => {
  const runs = missing.map(([first, last]) =>
    first === last ? formatNumber(first) : `${formatNumber(first)} to ${formatNumber(last)}`,
  )
  if (runs.length === 0) return known === 0 ? 'No changes through this API.' : null
  const one = missing.length === 1 && missing[0]?.[0] === missing[0]?.[1]
  return `No history for ${one ? 'version' : 'versions'} ${runs.join(', ')}.`
}
