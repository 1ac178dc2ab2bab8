import { useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { automation } from '../../contract/automation'
import { CopyButton, CopyLink } from '../kit/copy'
import { DetailBones, Facts, Field, Id, Notice, RecordPending, Section, useRecord } from '../kit/detail'
import { DateTime, formatNumber, Missing, Numeric, plural } from '../kit/format'
import { History } from '../kit/history'
import { Page } from '../kit/page'
import { Icon } from '../kit/ui/icon'
import { State } from '../kit/ui/state'
import { ConditionTree, countConditions, countGroups } from './condition-tree'
import styles from './rule-page.module.css'
import { RuleSwitch } from './rule-switch'
import { TemplateText } from './template-text'
import { actionName, entityName, readable, triggerFacts, triggerIcon, triggerName, valueText } from './words'

const crumbs = [{ label: 'Automation rules', to: '/automation' }]

type Rule = NonNullable<ReturnType<typeof useRecord<typeof automation.get>>['record']>

export const RulePage = () => {
  const { id = '' } = useParams()
  const { record: rule, whole, fromListOnly, error, retry } = useRecord(automation.get, automation.list.path, id)
  if (!rule) return <RecordPending title="rule" crumbs={crumbs} error={error} retry={retry} listHref="/automation" />
  const name = rule.name || 'Rule without a name'
  return (
    <Page title={name} crumbs={crumbs}>
      <div className="page-head">
        <h1>{name}</h1>
        <div className="actions">
          <RuleSwitch rule={rule} />
          <CopyLink />
        </div>
      </div>
      {rule.description && <p className="lede">{rule.description}</p>}
      {fromListOnly && (
        <Notice>
          This server does not give single rules, so conditions and actions are not shown here. Switching works all the
          same.
        </Notice>
      )}
      <div className={`columns ${styles.columns}`}>
        <div>{whole ? <WhatItDoes rule={rule} /> : !fromListOnly && <DetailBones />}</div>
        <div>
          <Record rule={rule} />
          {whole && <Companies rule={rule} />}
          <History resource="automation" id={rule.id} labelOf={labelOf} show={show} />
        </div>
      </div>
    </Page>
  )
}

const labelOf = (field: string) => (field === 'isActive' ? 'Switched' : readable(field))
const show = (field: string, value: unknown) => (field === 'isActive' ? (value ? 'on' : 'off') : undefined)

const WhatItDoes = ({ rule }: { rule: Rule }) => {
  const groups = rule.conditions ?? []
  const actions = [...(rule.actions ?? [])].sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
  const conditions = countConditions(groups)
  return (
    <>
      <Section title="Trigger" total={triggerName(rule.triggerType)}>
        <Facts>
          {triggerFacts(rule.triggerConfig ?? {}).map(([label, value]) => (
            <Field key={label} label={label}>
              {value}
            </Field>
          ))}
        </Facts>
      </Section>
      <Section
        title="Conditions"
        total={conditions > 0 ? `${conditions} in ${plural(countGroups(groups), 'group', 'groups')}` : 'none'}
      >
        {conditions === 0 && <p className="dim">It applies to everything that its trigger finds.</p>}
        {groups.map((group) => (
          <ConditionTree key={group.id} group={group} />
        ))}
      </Section>
      <Section title="Actions" total={actions.length > 0 ? `${actions.length}, in this order` : 'none'}>
        <ol className={styles.steps}>
          {actions.map((action) => (
            <li key={action.id}>
              <h3>{actionName(action.actionType) || 'An action'}</h3>
              {action.requiresApproval ? (
                <span className={styles.stamp}>
                  <Icon name="stamp" />
                  Needs approval
                </span>
              ) : (
                <span />
              )}
              <dl>
                {Object.entries(action.config ?? {}).map(([key, value]) => (
                  <div key={key}>
                    <dt>{readable(key)}</dt>
                    <dd>
                      <TemplateText text={valueText(value)} />
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ol>
      </Section>
      <HandledTogether rule={rule} />
    </>
  )
}

const HandledTogether = ({ rule: { aggregationConfig: batch } }: { rule: Rule }) => {
  const isOn = batch?.enabled === true
  const { titleTemplate, descriptionTemplate } = batch?.combinedActionConfig ?? {}
  return (
    <section className="block">
      <header>
        <h2>Handled together</h2>
        <State
          look={isOn ? { tone: 'good', glyph: 'active', word: 'On' } : { tone: 'calm', glyph: 'idle', word: 'Off' }}
        />
      </header>
      {isOn && (
        <Facts>
          <Field label="Grouped by">{batch.groupBy ? readable(batch.groupBy) : <Missing />}</Field>
          <Field label="Starts with">
            <Numeric value={batch.minBatchSize} />
            {typeof batch.maxWaitHours === 'number' &&
              `, or after ${plural(batch.maxWaitHours, 'hour', 'hours')} with fewer`}
          </Field>
          <Field label="Title then">{titleTemplate ? <TemplateText text={titleTemplate} /> : <Missing />}</Field>
          <Field label="Text then">
            {descriptionTemplate ? <TemplateText text={descriptionTemplate} /> : <Missing />}
          </Field>
        </Facts>
      )}
    </section>
  )
}

const Record = ({ rule }: { rule: Rule }) => (
  <Section title="Record">
    <Facts>
      <Field label="Version">
        <Numeric value={rule.version} />
      </Field>
      <Field label="Trigger">
        <span className={styles.kind}>
          <Icon name={triggerIcon(rule.triggerType)} />
          {triggerName(rule.triggerType) || <Missing />}
        </span>
      </Field>
      <Field label="Looks at">{entityName(rule.entityType) || <Missing />}</Field>
      <Field label="Priority">
        <Numeric value={rule.priority} />
      </Field>
      <Field label="Made by">
        {rule.createdBy?.name && `${rule.createdBy.name}, `}
        <DateTime value={rule.createdAt} dateOnly />
      </Field>
      <Field label="Changed by">
        {rule.updatedBy?.name && `${rule.updatedBy.name}, `}
        <DateTime value={rule.updatedAt} />
      </Field>
      <Field label="ID">
        <Id value={rule.id} />
      </Field>
    </Facts>
  </Section>
)

const few = 8

const Companies = ({ rule: { companies, companyIds } }: { rule: Rule }) => {
  const [all, setAll] = useState(false)
  if (companyIds?.length === 0)
    return (
      <Section title="Companies" total="all">
        <p className="dim">The rule applies to every company.</p>
      </Section>
    )
  const named = companies ?? []
  return (
    <Section
      title="Companies"
      total={formatNumber(named.length)}
      more={
        <span className="actions">
          <CopyButton small text={() => named.map(({ name }) => name).join('\n')}>
            Copy names
          </CopyButton>
        </span>
      }
    >
      <ul className="lines">
        {named.slice(0, all ? undefined : few).map(({ id, name }) => (
          <li key={id}>
            <Link to={`/companies/${id}`}>{name || id}</Link>
          </li>
        ))}
      </ul>
      {named.length > few && !all && (
        <button type="button" className="button" data-size="small" data-kind="bare" onClick={() => setAll(true)}>
          Show {named.length - few} more
        </button>
      )}
    </Section>
  )
}
