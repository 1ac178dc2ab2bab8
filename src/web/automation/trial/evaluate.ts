import { countedParts, type Group, type Part } from '../rule-parts'
import { lowered, oneValue, subject } from '../sentences/labels'
import { compare } from './compare'
import { every, not, some, type Truth } from './kleene'

/** A field’s value, or why it is unknown. */
export type Found = { value: unknown } | { unread: string }

/** `why` explains a condition’s result; groups have none. */
export type Result = { truth: Truth; why: string }

/**
 * Evaluates a rule’s conditions against a record with three-valued logic (kleene.ts). Where the server doesn’t say how
 * parts combine, the result is known only if "all" and "any" agree. Unknown formats are undecided.
 */
export const evaluate = (root: Group, find: (field: string) => Found, now: number): Map<Part, Result> => {
  const results = new Map<Part, Result>()
  const judge = (part: Part): Result => {
    const result = part.kind === 'group' ? judgeGroup(part) : judgeLeaf(part, find, now)
    results.set(part, result)
    return result
  }
  const judgeGroup = (group: Group): Result => {
    const truths = countedParts(group).map((part) => judge(part).truth)
    if (group.more.length > 0) return { truth: null, why: unknownMore(group) }
    return { truth: combined(group.logic, truths), why: '' }
  }
  judge(root)
  return results
}

const unknownMore = ({ more }: { more: Group['more'] }) =>
  `this console doesn’t understand “${more.map(([name]) => lowered(name)).join('”, “')}”`

const combined = (logic: Group['logic'], truths: Truth[]): Truth => {
  if (truths.length === 0) return true
  if (logic === 'all') return every(truths)
  if (logic === 'any') return some(truths)
  if (logic === 'none') return not(some(truths))
  return every(truths) === some(truths) ? every(truths) : null
}

const judgeLeaf = (part: Exclude<Part, Group>, find: (field: string) => Found, now: number): Result => {
  if (part.kind === 'odd') return { truth: null, why: 'it isn’t a condition this console understands' }
  if (part.more.length > 0) return { truth: null, why: unknownMore(part) }
  const found = find(part.field)
  if ('unread' in found) return { truth: null, why: found.unread }
  const answer = compare(part.operator, found.value, part.value, now)
  return typeof answer === 'string' ? { truth: null, why: answer } : { truth: answer, why: foundText(found.value) }
}

/** "is Online": a field’s value, truncated. */
const foundText = (value: unknown) => {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'is empty'
  const { name, title, fullName } = (typeof value === 'object' ? value : {}) as Record<string, unknown>
  const text = oneValue(name ?? title ?? fullName ?? value)
  return `is ${text.length > 80 ? `${text.slice(0, 80)} …` : text}`
}

/** Conditions that make the result false or unknown, and groups that are unknown because their logic is. */
const deciding = (part: Part, results: Map<Part, Result>): Part[] => {
  if (part.kind !== 'group' || part.more.length > 0) return [part]
  const truth = results.get(part)?.truth
  const wanted: Truth = truth === false && part.logic === 'none' ? true : (truth ?? null)
  const isOpen = part.logic === 'unspecified' && truth === null
  const parts = countedParts(part).filter((one) => isOpen || results.get(one)?.truth === wanted)
  const truths = parts.map((one) => results.get(one)?.truth ?? null)
  const isByLogic = isOpen && every(truths) !== some(truths)
  return [...(isByLogic ? [part] : []), ...parts.flatMap((one) => deciding(one, results))]
}

const allOrAny = 'the server doesn’t say whether all or any of the conditions must hold'

/** Reasons why conditions are not met or unknown. */
export const reasonsOf = (root: Group, results: Map<Part, Result>, entity: string | null | undefined): string[] => {
  const parts = deciding(root, results)
  const isLogic = (part: Part) => part.kind === 'group' && part.more.length === 0
  const reasons = parts
    .filter((part) => !isLogic(part))
    .map((part) => {
      const { truth, why } = results.get(part) ?? { truth: null, why: '' }
      if (truth === null || part.kind !== 'condition') return openText(part, why, entity)
      return `${subject(part.field, entity)} ${why}`
    })
  return [...(parts.some(isLogic) ? [allOrAny] : []), ...new Set(reasons)]
}

const openText = (part: Part, why: string, entity: string | null | undefined) =>
  part.kind === 'condition' ? `${subject(part.field, entity)} cannot be compared: ${why}` : why
