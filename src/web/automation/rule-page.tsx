import { useRef, useState } from 'react'
import { humanize } from '../lib/text/humanize'
import { RecordLink } from '../record/record-link'
import { recordLoader } from '../record/record-loader'
import { RecordPage } from '../record/record-page'
import type { RecordOf } from '../record/record-type'
import { CopyButton } from '../ui/copy-button'
import { Facts, Field } from '../ui/facts/details'
import { IdField } from '../ui/facts/record-facts'
import { DateTime, formatNumber, Missing } from '../ui/format/format'
import * as layout from '../ui/layout.module.css'
import { Link } from '../ui/link'
import * as lists from '../ui/lists.module.css'
import { FactSection, Section } from '../ui/page/section'
import { ShowMore } from '../ui/show-more'
import { DetailSkeleton } from '../ui/states/detail-skeleton'
import { StatusBadge, switchLook } from '../ui/status-badge'
import * as typography from '../ui/typography.module.css'
import { Conditions } from './conditions'
import * as styles from './rule-page.module.css'
import { companiesOf } from './rule-parts'
import { type readRule, recordType as rule } from './rule-record'
import { RuleSwitch } from './rule-switch'
import { isObject, valueText } from './sentences/labels'
import { TemplateText } from './sentences/prose-text'
import { RuleSummary, reachQuery } from './sentences/rule-summary'
import { Steps } from './steps'
import { Versions, versionsQuery } from './versions/versions-section'

type Rule = RecordOf<typeof readRule>

export const loader = recordLoader(rule, (record) => [versionsQuery(record.id), reachQuery(record)])

export const Component = () => (
  <RecordPage
    recordType={rule}
    hasFacts={false}
    actions={(record) => <RuleSwitch rule={record} isLast />}
    listOnly="This server doesn’t provide rule details, so conditions and actions aren’t shown. You can still turn the rule on or off."
  >
    {(record, { whole, fromListOnly }) => (
      <>
        {record.description && <p className={typography.lede}>{record.description}</p>}
        <div className={`${layout.columns} ${styles.columns}`}>
          <div>{whole ? <WhatItDoes rule={record} /> : !fromListOnly && <DetailSkeleton />}</div>
          <div>
            <Record rule={record} />
            {whole && <Versions rule={record} />}
            {whole && <Companies rule={record} />}
          </div>
        </div>
      </>
    )}
  </RecordPage>
)

const WhatItDoes = ({ rule }: { rule: Rule }) => (
  <>
    <RuleSummary rule={rule} />
    <Conditions rule={rule} />
    <Steps rule={rule} />
    <HandledTogether batch={rule.aggregationConfig} />
  </>
)

/** All batching settings by name; the summary describes them in words. */
const HandledTogether = ({ batch }: { batch: unknown }) => {
  const settings = isObject(batch) ? batch : {}
  const isOn = settings.enabled === true
  const { enabled, combinedActionConfig, ...rest } = settings
  const combined = isObject(combinedActionConfig) ? combinedActionConfig : {}
  return (
    <section className={layout.block}>
      <header>
        <h2>Batching</h2>
        <StatusBadge badge={switchLook(settings.enabled)} />
      </header>
      {isOn && (
        <Facts>
          {[...Object.entries(rest), ...Object.entries(combined)].map(([name, value], place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two settings may have the same name
            <Field key={place} label={batchLabels[name] ?? humanize(name)}>
              {value === null ? <Missing /> : <TemplateText text={valueText(value)} />}
            </Field>
          ))}
        </Facts>
      )}
    </section>
  )
}

const batchLabels: Record<string, string> = {
  groupBy: 'Grouped by',
  groupField: 'Group field',
  minBatchSize: 'Minimum batch size',
  maxWaitHours: 'Maximum wait (hours)',
  titleTemplate: 'Combined title',
  descriptionTemplate: 'Combined description',
}
const Record = ({ rule: record }: { rule: Rule }) => (
  <FactSection title="Record">
    <Field label="Version" value={record.version} />
    {rule.facts(record)}
    <Field label="Created by">
      {record.createdBy && (
        <>
          <RecordLink to="/users" id={record.createdBy.id} name={record.createdBy.name} />,{' '}
        </>
      )}
      <DateTime value={record.createdAt} dateOnly />
    </Field>
    <Field label="Updated by">
      {record.updatedBy?.name && `${record.updatedBy.name}, `}
      <DateTime value={record.updatedAt} />
    </Field>
    <IdField value={record.id} />
  </FactSection>
)

const few = 8

const Companies = ({ rule }: { rule: Rule }) => {
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const companies = companiesOf(rule)
  if (!companies)
    return (
      <Section title="Companies" total="unknown">
        <p className={typography.dim}>The server doesn’t say which companies the rule applies to.</p>
      </Section>
    )
  if (companies.length === 0)
    return (
      <Section title="Companies" total="all">
        <p className={typography.dim}>The rule applies to every company.</p>
      </Section>
    )
  return (
    <Section
      title="Companies"
      total={formatNumber(companies.length)}
      more={
        <span className={layout.actions}>
          <CopyButton small text={() => companies.map(({ id, name }) => name ?? id).join('\n')}>
            Copy names
          </CopyButton>
        </span>
      }
    >
      <ul ref={list} className={lists.items}>
        {companies.slice(0, all ? undefined : few).map(({ id, name }) => (
          <li key={id}>
            <Link href={`/companies/${id}`}>{name ?? id}</Link>
          </li>
        ))}
      </ul>
      {companies.length > few && !all && (
        <>
          <ShowMore bare list={list} count={companies.length - few} onShow={() => setAll(true)} />
          <p className={typography.onPaper}>and {companies.length - few} more</p>
        </>
      )}
    </Section>
  )
}
