import type { Authored } from '../../record/author'
import { plural } from '../../ui/format/format'
import type { RuleLike } from '../rule-like'
import { conditionsOf, type Group } from '../rule-parts'
import { stepsOf } from '../sentences/action-prose'
import { clause } from '../sentences/condition-prose'
import { lowered, quoted, valueText } from '../sentences/labels'
import { type Prose, plain, say, strong } from '../sentences/prose'
import { togetherOf } from '../sentences/sentences'
import { whenOf } from '../sentences/trigger-prose'

/** An audit event: changed fields before and after. */
export type Trace = Authored & {
  id: string
  at?: string | null
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

export type Version = { id: string; version: number | null; at: string | null; by: Authored; changes: Prose[] }

/**
 * Describes each audit event, newest first. The log (an addition of our server) only has writes through this API;
 * `missingOf` names the versions without one.
 */
export const versionsOf = (traces: Trace[], rule: RuleLike): Version[] =>
  traces.map(({ id, at, key, person, before, after }) => ({
    id,
    version: typeof after?.version === 'number' ? after.version : null,
    at: at ?? null,
    by: { person, key },
    changes: changesOf(before ?? {}, after ?? {}, rule),
  }))

/** Fields that change with every write or follow from others. */
const silent = ['updatedAt', 'updatedBy', 'version', 'companies', 'createdAt', 'id', 'actionsCount']

const changesOf = (before: Record<string, unknown>, after: Record<string, unknown>, rule: RuleLike): Prose[] => {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => !silent.includes(field),
  )
  const hasTrigger = fields.includes('triggerType')
  return fields
    .filter((field) => !(hasTrigger && field === 'triggerConfig'))
    .flatMap((field): Prose[] => {
      const [was, is] = [before[field], after[field]]
      if (field === 'isActive') return [say`switched ${strong(is === true ? 'on' : 'off')}`]
      if (field === 'conditions') return conditionChanges(was, is, rule.entityType)
      if (field === 'companyIds') return [companyChange(was, is)]
      if (field === 'actions')
        return listChanges(
          'the action',
          linesOf(stepsOf({ ...rule, actions: was })),
          linesOf(stepsOf({ ...rule, actions: is })),
        )
      if (field === 'triggerType' || field === 'triggerConfig')
        return [
          became(
            'the trigger',
            plain(whenOf({ ...rule, ...before } as RuleLike)),
            plain(whenOf({ ...rule, ...after } as RuleLike)),
          ),
        ]
      if (field === 'aggregationConfig') return [became('batching', batchText(was, rule), batchText(is, rule))]
      return [became(`the ${lowered(field) || field}`, textOf(was), textOf(is))]
    })
}

const became = (what: string, was: string, is: string): Prose => say`${what} ${was} became ${strong(is)}`

const textOf = (value: unknown) =>
  value === null || value === undefined || value === ''
    ? 'empty'
    : typeof value === 'string'
      ? quoted(value)
      : valueText(value)

const batchText = (value: unknown, rule: RuleLike) => {
  const said = togetherOf({ ...rule, aggregationConfig: value })
  return said ? quoted(plain(said)) : 'off'
}

const linesOf = (prose: Prose[]) => prose.map(plain)

/** All conditions as sentences, at any depth. */
const leavesOf = (root: Group | null, entity: string | null | undefined): string[] =>
  root?.parts.flatMap((part) =>
    part.kind === 'group'
      ? leavesOf(part, entity)
      : [part.kind === 'condition' ? plain(clause(part, entity)) : part.text],
  ) ?? []

const conditionChanges = (was: unknown, is: unknown, entity: string | null | undefined): Prose[] => {
  const changes = listChanges('the condition', leavesOf(conditionsOf(was), entity), leavesOf(conditionsOf(is), entity))
  return changes.length > 0 ? changes : [say`how the conditions combine ${strong('changed')}`]
}

/** Added and removed entries; a single swap is described as a change. */
const listChanges = (what: string, before: string[], after: string[]): Prose[] => {
  const gone = without(before, after)
  const come = without(after, before)
  if (gone.length === 1 && come.length === 1) return [became(what, quoted(gone[0] ?? ''), quoted(come[0] ?? ''))]
  return [
    ...gone.map((text) => say`${what} ${quoted(text)} was ${strong('removed')}`),
    ...come.map((text) => say`${what} ${strong(quoted(text))} was ${strong('added')}`),
  ]
}

/** Entries missing from the other list, counting duplicates. */
const without = (list: string[], others: string[]) => {
  const left = new Map<string, number>()
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1)
  return list.filter((text) => {
    const count = left.get(text) ?? 0
    left.set(text, count - 1)
    return count <= 0
  })
}

const companyChange = (was: unknown, is: unknown): Prose => {
  const [before, after] = [idsOf(was), idsOf(is)]
  if (after.length === 0) return say`the rule now applies to ${strong('every company')}`
  if (before.length === 0)
    return say`the rule now applies to ${strong(plural(after.length, 'company', 'companies'))} only`
  const [gone, come] = [without(before, after).length, without(after, before).length]
  const parts = [
    come > 0 && `${plural(come, 'company', 'companies')} more`,
    gone > 0 && `${plural(gone, 'company', 'companies')} fewer`,
  ]
  return say`the rule applies to ${strong(parts.filter(Boolean).join(' and ') || 'the same companies')}`
}

const idsOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : [])

/** Ranges of versions without an audit event. */
export const missingOf = (versions: Version[], current: number | null | undefined): [first: number, last: number][] => {
  if (typeof current !== 'number' || !Number.isSafeInteger(current)) return []
  const known = [...new Set(versions.flatMap(({ version }) => (version === null ? [] : [version])))]
    .filter((version) => version <= current)
    .sort((a, b) => a - b)
  const runs: [number, number][] = []
  let next = 1
  for (const version of [...known, current + 1]) {
    if (version > next) runs.push([next, version - 1])
    next = version + 1
  }
  return runs
}
