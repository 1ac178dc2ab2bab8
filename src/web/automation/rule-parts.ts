import { isObject, valueText } from './sentences/labels'

/** What a server says beyond what this console knows, by its name. */
export type More = [name: string, value: unknown][]

export type Condition = { kind: 'condition'; field: string; operator: string; value: unknown; more: More }
/** `unspecified`: the server does not say how the parts combine, or says it by a word in `more`. */
export type Group = { kind: 'group'; logic: 'all' | 'any' | 'none' | 'unspecified'; parts: Part[]; more: More }
/** What is no condition in any form that is known here, as it stands. */
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

/** Nothing is read deeper than this; what lies there is told of as one part that cannot be read. */
const deepest = 400

/**
 * The conditions of a rule as one group, whatever shape the server gave them; null where it gave none at all. Nothing is left
 * out: what has no known form becomes an `Odd`, and an unknown field of a known form is kept in `more`.
 *
 * Source: ConditionGroup and Condition, specification part 2. That says neither how the parts of a group combine (`logic` is
 * an addition of our server) nor how several groups at the top do, so both are `unspecified` unless the server says it.
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

/** What only keeps the record says nothing of what the rule does. */
const bookkeeping = ['id', 'order', 'createdAt', 'updatedAt']

const moreOf = (rest: Record<string, unknown>): More =>
  Object.entries(rest).filter(([name, value]) => !bookkeeping.includes(name) && isGiven(value))

/** `approval` is null where the server does not say whether somebody has to approve. */
export type Action = { type: string; config: More; approval: boolean | null; more: More }

/** A rule's actions in their order, whatever shape the server gave them; null where it gave none at all. */
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

/** How many conditions there are, in how many groups that hold any. */
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

/** A group without any condition in it asks for nothing. */
export const isEmpty = (group: Group): boolean =>
  group.more.length === 0 && group.parts.every((part) => part.kind === 'group' && isEmpty(part))

/** Whether it matters somewhere how parts combine, and the server does not tell. */
export const isUnspecified = ({ logic, parts }: Group): boolean =>
  (logic === 'unspecified' && parts.length > 1) || parts.some((part) => part.kind === 'group' && isUnspecified(part))

/**
 * The groups that lie deeper than so many levels, each with its number. Each stands apart, as a page and a sentence cannot
 * go deeper and be read; those still deeper are again apart from these.
 */
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
 * The same conditions in fewer groups, to be said as a sentence: empty groups are left out, a group of one part is that
 * part, and "all of" within "all of" (or "any of" within "any of") is one group. It means what it meant.
 */
export const simplified = (group: Group): Group => ({
  ...group,
  parts: group.parts.flatMap((part) => {
    if (part.kind !== 'group') return [part]
    if (isEmpty(part)) return []
    const simple = simplified(part)
    if (simple.more.length > 0 || simple.logic === 'none') return [simple]
    const merges = simple.logic === group.logic && simple.logic !== 'unspecified'
    return merges || simple.parts.length === 1 ? simple.parts : [simple]
  }),
})
