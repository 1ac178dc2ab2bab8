import { capitalize } from '../../lib/text/capitalize'
import { plural } from '../../ui/format/format'
import type { RuleLike } from '../rule-like'
import { actionsOf, companiesOf, conditionsOf, isEmpty } from '../rule-parts'
import { doesInBrief, stepsOf } from './action-prose'
import { conditionProse } from './condition-prose'
import { lowered, numberIn, oneValue, subject, thing, valueText } from './labels'
import { entriesOf, quotedGiven, taking } from './parameters'
import { listed, type Prose, plain, say, strong } from './prose'
import { whenOf } from './trigger-prose'

/**
 * Describes any rule in one sentence: "When ... and if ... then ... together ... for ...". Unknown fields, operators,
 * values and parameters appear under the server’s own names; nothing is left out.
 */
type RuleDescription = {
  when: Prose
  /** Conditions; `parts` are those nested too deeply for one sentence, numbered from 1. */
  ifs: { main: Prose; parts: Prose[] }
  steps: Prose[]
  together: Prose | null
  forWhom: Prose
}

export const describeRule = (rule: RuleLike): RuleDescription => ({
  when: whenOf(rule),
  ifs: ifsOf(rule),
  steps: stepsOf(rule),
  together: togetherOf(rule),
  forWhom: forWhomOf(rule),
})

const ifsOf = ({ conditions, entityType }: RuleLike): RuleDescription['ifs'] => {
  const root = conditionsOf(conditions)
  if (!root) return { main: say`conditions that the server doesn’t describe hold`, parts: [] }
  if (isEmpty(root)) return { main: say`nothing more: it has ${strong('no conditions')}`, parts: [] }
  return conditionProse(root, entityType)
}

export const togetherOf = ({ aggregationConfig, entityType }: RuleLike): Prose | null => {
  const entries = entriesOf(aggregationConfig)
  if (entries.every(([, value]) => value === null || value === undefined)) return null
  const config = taking(entries)
  const enabled = config.take('enabled')
  if (enabled === false) return null
  const lead =
    enabled === true || enabled === undefined || enabled === null ? [] : say`enabled: ${valueText(enabled)}; `
  const one = thing(entityType)
  const kind = config.has('groupBy') ? lowered(valueText(config.take('groupBy'))) : null
  const group = kind ? say`for every ${strong(one)} of the same ${strong(kind)}` : say`for several of a kind`
  const field = config.has('groupField') ? subject(valueText(config.take('groupField')), entityType) : null
  const by = field && field !== `its ${kind}` ? say` (by ${field})` : []
  const size = config.has('minBatchSize')
    ? say`, once there are ${strong(oneValue(numberIn(config.take('minBatchSize'))))}`
    : []
  const hours = numberIn(config.take('maxWaitHours'))
  const wait =
    hours === undefined || hours === null
      ? []
      : say`${size.length > 0 ? ' or after' : ', after'} ${strong(`${oneValue(hours)} ${hours === 1 ? 'hour' : 'hours'}`)}${size.length > 0 ? ' with fewer' : ''}`
  const combined = taking(entriesOf(config.take('combinedActionConfig')))
  const as = quotedGiven(combined, 'titleTemplate', ', as ')
  const text = quotedGiven(combined, 'descriptionTemplate', ', saying ')
  return [...lead, ...group, ...by, ...size, ...wait, ...as, ...text, ...combined.rest(), ...config.rest()]
}

const fewNames = 3

const forWhomOf = (rule: RuleLike): Prose => {
  const companies = companiesOf(rule)
  if (!companies) return say`companies that the server doesn’t name`
  const count = companies.length
  if (count === 0) return say`${strong('every company')}`
  const names = companies.flatMap(({ name }) => (name ? [say`${name}`] : []))
  const shown = names.slice(0, names.length > fewNames + 1 ? fewNames : undefined)
  const rest = count - shown.length
  const told = rest > 0 && shown.length > 0 ? [...shown, say`${plural(rest, 'other', 'others')}`] : shown
  return say`${strong(plural(count, 'company', 'companies'))}${told.length > 0 ? say`: ${listed(told, 'and')}` : []}`
}

/** The full description as plain text. */
export const textOf = ({ when, ifs, steps, together, forWhom }: RuleDescription): string =>
  [
    `When ${plain(when)},`,
    `and if ${plain(ifs.main)},`,
    ...ifs.parts.map((part, place) => `  part ${place + 1}: ${plain(part)}`),
    'then',
    ...steps.map((step, place) => `  ${place + 1}. ${plain(step)}`),
    ...(together ? [`together ${plain(together)}`] : []),
    `for ${plain(forWhom)}.`,
  ].join('\n')

/**
 * Short summary for a toast or panel: the trigger, whether there are conditions, the kinds of actions, approvals, and
 * the number of companies.
 */
export const summaryOf = (rule: RuleLike): string => {
  const root = conditionsOf(rule.conditions)
  const when = plain(whenOf(rule))
  const isTime = rule.triggerType === 'scheduled'
  const ifs = root === null ? 'unknown conditions hold' : isEmpty(root) ? null : 'its conditions hold'
  const lead = isTime ? `${capitalize(when)}${ifs ? `, if ${ifs}` : ''}` : `When ${when}${ifs ? `, and ${ifs}` : ''}`
  return `${lead}, ${doesInBrief(actionsOf(rule.actions))}, for ${scopeInBrief(rule)}.`
}

const scopeInBrief = (rule: RuleLike) => {
  const companies = companiesOf(rule)
  if (!companies) return 'unknown companies'
  return companies.length > 0 ? plural(companies.length, 'company', 'companies') : 'every company'
}
