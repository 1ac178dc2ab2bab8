import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { companies } from '../../../contract/companies'
import type { ListEndpoint } from '../../../contract/core/endpoint'
import { query } from '../../lib/api/client'
import { CopyButton } from '../../ui/copy-button'
import { plural } from '../../ui/format/format'
import type { RuleLike } from '../rule-like'
import { sourceOf } from '../trial/trial-sources'
import type { Prose } from './prose'
import { ProseText } from './prose-text'
import * as styles from './rule-summary.module.css'
import { describeRule, textOf } from './sentences'

/** The rule in one sentence, to read before turning it on. */
export const RuleSummary = ({ rule }: { rule: RuleLike }) => {
  const said = describeRule(rule)
  return (
    <section className={styles.words} aria-label="The rule in plain words">
      <dl>
        <dt>When</dt>
        <dd>
          <ProseText prose={said.when} />,
        </dd>
        <dt>and if</dt>
        <dd>
          <ProseText prose={said.ifs.main} />,
          <Parts parts={said.ifs.parts} />
        </dd>
        <dt>then</dt>
        <dd>
          <ol>
            {said.steps.map((step, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a rule are known by their order
              <li key={place}>
                <span>
                  <ProseText prose={step} />
                  {place === said.steps.length - 1 ? '.' : ','}
                </span>
              </li>
            ))}
          </ol>
        </dd>
        {said.together && (
          <>
            <dt>together</dt>
            <dd>
              <ProseText prose={said.together} />.
            </dd>
          </>
        )}
        <dt>for</dt>
        <dd>
          <ProseText prose={said.forWhom} />.{rule.companyIds?.length === 0 && <Reach entity={rule.entityType} />}
        </dd>
      </dl>
      <CopyButton small text={() => textOf(said)}>
        Copy as text
      </CopyButton>
    </section>
  )
}

/** For a rule that applies to every company. */
export const reachQuery = ({
  companyIds,
  entityType,
}: {
  companyIds?: unknown[] | null
  entityType?: string | null
}) => {
  const source = companyIds?.length === 0 ? sourceOf(entityType) : undefined
  return source && query<ListEndpoint>(source.list, { query: { limit: '1' } })
}

/** Number of records a rule for all companies applies to, if the server can count them. */
const Reach = ({ entity }: { entity: string | null | undefined }) => {
  const source = sourceOf(entity)
  const list = useQuery({
    ...query<ListEndpoint>(source?.list ?? companies.list, { query: { limit: '1' } }),
    enabled: source !== undefined,
    retry: false,
  })
  const count = list.data?.pagination.totalCount
  if (!source || count === undefined) return null
  return ` Currently ${plural(count, ...source.noun)}.`
}

/** Collapsed conditions that are nested too deeply for one sentence. */
const Parts = ({ parts }: { parts: Prose[] }) => {
  const [open, setOpen] = useState(false)
  if (parts.length === 0) return null
  return (
    <details className={styles.parts} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{plural(parts.length, 'nested part', 'nested parts')}</summary>
      {open && (
        <ol>
          {parts.map((part, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts are known by their numbers
            <li key={place}>
              <b>Part {place + 1}</b> holds if <ProseText prose={part} />.
            </li>
          ))}
        </ol>
      )}
    </details>
  )
}
