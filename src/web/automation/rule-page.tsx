import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { automation } from '../../contract/automation'
import { CopyButton } from '../kit/copy'
import { DateTime, formatNumber, Missing, Numeric, plural } from '../kit/format'
import { History } from '../kit/history'
import { readable } from '../kit/readable'
import { DetailBones, Facts, Field, Id, Section } from '../kit/record/parts'
import { RecordLink } from '../kit/record/record-link'
import { RecordPage } from '../kit/record/record-page'
import type { RecordOf } from '../kit/record/view'
import { Icon } from '../kit/ui/icon'
import { State } from '../kit/ui/state'
import { ConditionTree, countConditions, countGroups } from './condition-tree'
import { rule } from './rule'
import styles from './rule-page.module.css'
import { RuleSwitch } from './rule-switch'
import { TemplateText } from './template-text'
import { actionName, triggerFacts, triggerName, valueText } from './words'

type Rule = RecordOf<typeof automation.get>

export const RulePage = () => (
  <RecordPage
    view={rule}
    strip={false}
    actions={(record) => <RuleSwitch rule={record} />}
    listOnly="This server does not give single rules, so conditions and actions are not shown here. Switching works all the same."
  >
    {(record, { whole, fromListOnly }) => (
      <>
        {record.description && <p className="lede">{record.description}</p>}
        <div className={`columns ${styles.columns}`}>
          <div>{whole ? <WhatItDoes rule={record} /> : !fromListOnly && <DetailBones />}</div>
          <div>
            <Record rule={record} />
            {whole && <Companies rule={record} />}
            <History resource="automation" id={record.id} labelOf={labelOf} show={show} />
          </div>
        </div>
      </>
    )}
  </RecordPage>
)

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

const Record = ({ rule: record }: { rule: Rule }) => (
  <Section title="Record">
    <Facts>
      <Field label="Version">
        <Numeric value={record.version} />
      </Field>
      {rule.facts(record)}
      <Field label="Made by">
        {record.createdBy && (
          <>
            <RecordLink to="/users" id={record.createdBy.id} name={record.createdBy.name} />,{' '}
          </>
        )}
        <DateTime value={record.createdAt} dateOnly />
      </Field>
      <Field label="Changed by">
        {record.updatedBy?.name && `${record.updatedBy.name}, `}
        <DateTime value={record.updatedAt} />
      </Field>
      <Field label="ID">
        <Id value={record.id} />
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
