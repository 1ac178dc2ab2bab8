import type { RuleLike } from './rule-like'
import { isObject, valueText } from './sentences/labels'

/** Fields unknown to this console, by name. */
export type More = [name: string, value: unknown][]

export type Condition = { kind: 'condition'; field: string; operator: string; value: unknown; more: More }
/** `unspecified`: the server doesn’t say how the parts combine, or `more` has an unknown word for it. */
export type Group = { kind: 'group'; logic: 'all' | 'any' | 'none' | 'unspecified'; parts: Part[]; more: More }
/** A condition in an unknown format, kept as is. */
type Odd = { kind: 'odd'; text: string }
export type Part = Condition | Group | Odd

const logics: Record<string, Group['logic']> = {
  and: 'all',
  all: 'all',
  or: 'any',
  any: 'any',
  not: 'none',
  none: 'none',
}

/** Maximum parsing depth; anything deeper becomes one `Odd` part. */
const deepest = 400

/**
 * A rule’s conditions as one group, null if absent. Unknown formats become `Odd`; unknown fields go to `more`. The
 * specification doesn’t say how groups combine, hence `unspecified`.
 */
export const conditionsOf = (conditions: unknown): Group | null => {
  if (conditions === null || conditions === undefined) return null
  const parts = (Array.isArray(conditions) ? conditions : [conditions]).map((part) => partOf(part, 1))
  const [only] = parts
  if (parts.length === 1 && only?.kind === 'group') return only
  return { kind: 'group', logic: parts.length > 1 ? 'unspecified' : 'all', parts, more: [] }
}

const partOf = (value: unknown, depth: number): Part => {
  if (!isObject(value)) return { kind: 'odd', text: valueText(value) }
  if (depth > deepest) return { kind: 'odd', text: `Conditions more than ${deepest} levels deep` }
  if ('conditions' in value || 'groups' in value) return groupOf(value, depth)
  if ('field' in value || 'operator' in value) return conditionOf(value)
  return { kind: 'odd', text: valueText(value) }
}

const groupOf = ({ conditions, groups, logic, ...rest }: Record<string, unknown>, depth: number): Group => {
  const word = typeof logic === 'string' ? logic.toLowerCase() : ''
  const known = Object.hasOwn(logics, word) ? logics[word] : undefined
  return {
    kind: 'group',
    logic: known ?? 'unspecified',
    parts: [...listed(conditions), ...listed(groups)].map((part) => partOf(part, depth + 1)),
    more: [
      ...(known || logic === null || logic === undefined ? [] : [['logic', logic] as More[number]]),
      ...moreOf(rest),
    ],
  }
}

const conditionOf = ({ field, operator, value, ...rest }: Record<string, unknown>): Condition => ({
  kind: 'condition',
  field: typeof field === 'string' ? field : isGiven(field) ? valueText(field) : '',
  operator: typeof operator === 'string' ? operator : isGiven(operator) ? valueText(operator) : '',
  value: value ?? null,
  more: moreOf(rest),
})

const isGiven = (value: unknown) => value !== null && value !== undefined

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : isGiven(value) ? [value] : [])

/** Bookkeeping fields that say nothing about the rule. */
const bookkeeping = ['id', 'order', 'createdAt', 'updatedAt']

const moreOf = (rest: Record<string, unknown>): More =>
  Object.entries(rest).filter(([name, value]) => !bookkeeping.includes(name) && isGiven(value))

/** `approval` is null if the server doesn’t say. */
export type Action = { type: string; config: More; approval: boolean | null; more: More }

/** A rule’s actions in order, null if absent. */
export const actionsOf = (actions: unknown): Action[] | null => {
  if (actions === null || actions === undefined) return null
  return listed(actions)
    .map((action, place) => ({
      action,
      at: isObject(action) && typeof action.order === 'number' ? action.order : place,
    }))
    .sort((a, b) => a.at - b.at)
    .map(({ action }) => actionOf(action))
}

const actionOf = (action: unknown): Action => {
  if (!isObject(action)) return { type: '', config: [], approval: null, more: [['as it stands', action]] }
  const { actionType, config, requiresApproval, ...rest } = action
  const isTold = typeof requiresApproval === 'boolean'
  return {
    type: typeof actionType === 'string' ? actionType : '',
    config: isObject(config) ? Object.entries(config) : [],
    approval: isTold ? requiresApproval : null,
    more: [
      ...(isGiven(actionType) && typeof actionType !== 'string' ? [['action type', actionType] as More[number]] : []),
      ...(isGiven(config) && !isObject(config) ? [['config', config] as More[number]] : []),
      ...(isGiven(requiresApproval) && !isTold ? [['requires approval', requiresApproval] as More[number]] : []),
      ...moreOf(rest),
    ],
  }
}

/** The companies a rule is limited to, none for every company, null if the server doesn’t say. */
export const companiesOf = ({ companyIds, companies }: RuleLike): { id: string; name: string | null }[] | null => {
  if (!companyIds && !companies?.length) return null
  const names = new Map((companies ?? []).map(({ id, name }) => [id, name || null]))
  return [...new Set([...names.keys(), ...(companyIds ?? [])])].map((id) => ({ id, name: names.get(id) ?? null }))
}

/** Counts conditions, and groups that contain any. */
export const countOf = (group: Group): { conditions: number; groups: number } => {
  const counts = { conditions: 0, groups: 1 }
  for (const part of group.parts)
    if (part.kind !== 'group') counts.conditions += 1
    else if (!isEmpty(part)) {
      const inside = countOf(part)
      counts.conditions += inside.conditions
      counts.groups += inside.groups
    }
  return counts
}

/** True if a group contains no conditions and so is always met. */
export const isEmpty = (group: Group): boolean =>
  group.more.length === 0 && group.parts.every((part) => part.kind === 'group' && isEmpty(part))

/** Parts that count: a group without conditions does not. */
export const countedParts = ({ parts }: Group) => parts.filter((part) => part.kind !== 'group' || !isEmpty(part))

/** True if the server doesn’t say how some group’s parts combine and it matters. */
export const isUnspecified = (group: Group): boolean => {
  const parts = countedParts(group)
  return (
    (group.logic === 'unspecified' && parts.length > 1) ||
    parts.some((part) => part.kind === 'group' && isUnspecified(part))
  )
}

/** Numbered groups nested deeper than the limit, each shown separately. */
export const apartOf = (root: Group, levels: number): Map<Group, number> => {
  const apart = new Map<Group, number>()
  const walk = (group: Group, level: number) => {
    for (const part of group.parts)
      if (part.kind === 'group')
        if (level < levels) walk(part, level + 1)
        else apart.set(part, apart.size + 1)
  }
  walk(root, 1)
  for (const group of apart.keys()) walk(group, 1)
  return apart
}

/**
 * Equivalent conditions with fewer groups: empty groups are removed, single-part groups unwrapped, and nested groups of
 * the same kind merged.
 */
export const simplified = (group: Group): Group => ({
  ...group,
  parts: countedParts(group).flatMap((part) => {
    if (part.kind !== 'group') return [part]
    const simple = simplified(part)
    if (simple.more.length > 0 || simple.logic === 'none') return [simple]
    const merges = simple.logic === group.logic && simple.logic !== 'unspecified'
    return merges || simple.parts.length === 1 ? simple.parts : [simple]
  }),
})
