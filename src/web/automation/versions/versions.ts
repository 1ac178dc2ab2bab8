import type { Authored } from '../../record/history/author'
import { plural } from '../../ui/format/format'
import type { RuleLike } from '../rule-like'
import { conditionsOf, type Group, simplified } from '../rule-parts'
import { stepsOf } from '../sentences/action-prose'
import { clause } from '../sentences/condition-prose'
import { lowered, quoted, valueText } from '../sentences/labels'
import { entriesOf } from '../sentences/parameters'
import { type Prose, plain, say, strong } from '../sentences/prose'
import { togetherOf } from '../sentences/sentences'
import { whenOf } from '../sentences/trigger-prose'

/** An audit event: changed fields before and after. */
type Trace = Authored & {
  id: string
  at?: string | null
  before?: Record<string, unknown> | null
  after?: Record<string, unknown> | null
}

export type Version = { id: string; version: number | null; at: string | null; by: Authored; changes: Prose[] }

/**
 * Describes each audit event, newest first, with the rest of the rule as it was then. The log (an addition of our server)
 * only has writes through this API; `missingOf` names the versions without one.
 */
export const versionsOf = (traces: Trace[], rule: RuleLike): Version[] => {
  let then = rule
  return traces.map(({ id, at, key, person, before, after }) => {
    const [was, is] = [
      { ...then, ...before },
      { ...then, ...after },
    ]
    then = was
    return {
      id,
      version: typeof after?.version === 'number' ? after.version : null,
      at: at ?? null,
      by: { person, key },
      changes: changesOf(before ?? {}, after ?? {}, was, is),
    }
  })
}

/** Fields that change with every write or follow from others. */
const silent = ['updatedAt', 'updatedBy', 'version', 'companies', 'createdAt', 'id', 'actionsCount']

type Fields = Record<string, unknown>

/** `wasRule` and `isRule` are the whole rule before and after. */
const changesOf = (before: Fields, after: Fields, wasRule: RuleLike, isRule: RuleLike): Prose[] => {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => !silent.includes(field),
  )
  const hasTrigger = fields.includes('triggerType')
  return fields
    .filter((field) => !(hasTrigger && field === 'triggerConfig'))
    .flatMap((field): Prose[] => {
      const [was, is] = [before[field], after[field]]
      if (field === 'isActive') return [say`switched ${strong(is === true ? 'on' : 'off')}`]
      if (field === 'conditions') return conditionChanges(was, is, isRule.entityType)
      if (field === 'companyIds') return [companyChange(was, is)]
      if (field === 'actions')
        return actionChanges(
          linesOf(stepsOf({ ...isRule, actions: was })),
          linesOf(stepsOf({ ...isRule, actions: is })),
        )
      if (field === 'triggerType' || field === 'triggerConfig')
        return [became('the trigger', plain(whenOf(wasRule)), plain(whenOf(isRule)))]
      if (field === 'aggregationConfig') return batchChanges(was, is, isRule)
      return [became(`the ${lowered(field) || field}`, textOf(was), textOf(is))]
    })
}

const became = (what: string, was: string, is: string): Prose =>
  was === is
    ? say`${what} ${was} ${strong('changed')} in a way that words don’t show`
    : say`${what} ${was} became ${strong(is)}`

const textOf = (value: unknown) =>
  value === null || value === undefined || value === ''
    ? 'empty'
    : typeof value === 'string'
      ? quoted(value)
      : valueText(value)

const batchText = (value: unknown, rule: RuleLike) => {
  const said = togetherOf({ ...rule, aggregationConfig: value })
  return said && quoted(plain(said))
}

const batchChanges = (was: unknown, is: unknown, rule: RuleLike): Prose[] => {
  const [before, after] = [batchText(was, rule), batchText(is, rule)]
  if (before || after) return [became('batching', before ?? 'off', after ?? 'off')]
  const [settings, others] = [was, is].map((config) => new Map(entriesOf(config)))
  return [...new Set([...(settings?.keys() ?? []), ...(others?.keys() ?? [])])].flatMap((name) => {
    const [value, next] = [settings?.get(name), others?.get(name)]
    const isSame = JSON.stringify(value) === JSON.stringify(next)
    return isSame ? [] : [became(`batching is off; its ${lowered(name) || quoted(name)}`, textOf(value), textOf(next))]
  })
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
  const [before, after] = [conditionsOf(was), conditionsOf(is)]
  const [texts, others] = [leavesOf(before, entity), leavesOf(after, entity)]
  const changes = listChanges('the condition', texts, others)
  const [stayed, alsoStayed] = stayedOf(texts, others)
  if (before && after && shapeOf(simplified(before), stayed) !== shapeOf(simplified(after), alsoStayed))
    return [...changes, say`how the conditions combine ${strong('changed')}`]
  if (changes.length > 0) return changes
  const isSame = before && after && JSON.stringify(sortedLeaves(before)) === JSON.stringify(sortedLeaves(after))
  return [
    isSame ? say`the conditions changed, but ${strong('not their meaning')}` : say`the conditions ${strong('changed')}`,
  ]
}

/** How groups nest and combine, with the conditions that stayed in their places, whatever their order. */
const shapeOf = (root: Group, stayed: (string | null)[]): string => {
  const left = stayed.values()
  const leaf = () => {
    const text = left.next().value
    return typeof text === 'string' ? [JSON.stringify(text)] : []
  }
  // Groups are not quoted again at each level, which would double their length.
  const shape = ({ logic, more, parts }: Group): string =>
    `${logic} ${JSON.stringify(more)} [${parts
      .flatMap((part) => (part.kind === 'group' ? [shape(part)] : leaf()))
      .sort()
      .join()}]`
  return shape(root)
}

const sortedLeaves = ({ parts }: Group): string[] =>
  parts.flatMap((part) => (part.kind === 'group' ? sortedLeaves(part) : [JSON.stringify(part)])).sort()

const actionChanges = (before: string[], after: string[]): Prose[] => {
  const changes = listChanges('the action', before, after)
  const [was, is] = stayedOf(before, after).map((texts) => JSON.stringify(texts.filter((text) => text !== null)))
  return was === is ? changes : [...changes, say`the order of the actions ${strong('changed')}`]
}

/** Added and removed entries; a single swap is described as a change. */
const listChanges = (what: string, before: string[], after: string[]): Prose[] => {
  const gone = without(before, after)
  const come = without(after, before)
  if (isSwap(gone, come)) return [became(what, quoted(gone[0] ?? ''), quoted(come[0] ?? ''))]
  return [
    ...gone.map((text) => say`${what} ${quoted(text)} was ${strong('removed')}`),
    ...come.map((text) => say`${what} ${strong(quoted(text))} was ${strong('added')}`),
  ]
}

const isSwap = (gone: string[], come: string[]) => gone.length === 1 && come.length === 1

/** Whether each entry is missing from the other list, counting duplicates. */
const missing = (list: string[], others: string[]) => {
  const left = new Map<string, number>()
  for (const other of others) left.set(other, (left.get(other) ?? 0) + 1)
  return list.map((text) => {
    const count = left.get(text) ?? 0
    left.set(text, count - 1)
    return count <= 0
  })
}

const without = (list: string[], others: string[]) => {
  const isMissing = missing(list, others)
  return list.filter((_, place) => isMissing[place])
}

/** Both lists, null in place of what was added or removed; what was swapped stayed, as an empty text. */
const stayedOf = (before: string[], after: string[]) => {
  const swapped = isSwap(without(before, after), without(after, before)) ? '' : null
  const stayed = (list: string[], others: string[]) => {
    const isMissing = missing(list, others)
    return list.map((text, place) => (isMissing[place] ? swapped : text))
  }
  return [stayed(before, after), stayed(after, before)] as const
}

const companyChange = (was: unknown, is: unknown): Prose => {
  if (!Array.isArray(is)) return say`the server ${strong('no longer says')} which companies the rule applies to`
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
