import { apartOf, type Condition, type Group, type Part, simplified } from '../rule-parts'
import { asked, quoted, subject } from './labels'
import { moreProse, slots } from './parameters'
import { listed, type Prose, say, strong } from './prose'

/** Maximum nesting in one sentence. */
const levels = 3

/** Conditions as a sentence. Deeper groups become numbered parts, so nothing is left out at any depth. */
export const conditionProse = (root: Group, entity: string | null | undefined): { main: Prose; parts: Prose[] } => {
  const simple = simplified(root)
  const apart = apartOf(simple, levels)
  const say = (group: Group) => groupProse(group, entity, apart, true)
  return { main: say(simple), parts: [...apart.keys()].map(say) }
}

const groupProse = (
  group: Group,
  entity: string | null | undefined,
  apart: Map<Group, number>,
  isTop = false,
): Prose => {
  const items = group.parts.map((part) => {
    const prose = partProse(part, entity, apart)
    // Without brackets, the parts after it would read as denied too.
    const isDenied = part.kind === 'group' && part.logic === 'none' && !apart.has(part)
    return isDenied && group.parts.length > 1 ? say`(${prose})` : prose
  })
  return [...joined(group, items, isTop), ...moreProse(group.more)]
}

const joined = ({ logic, parts }: Group, items: Prose[], isTop: boolean): Prose => {
  if (items.length === 0) return say`a group without conditions`
  const hasGroups = parts.some(({ kind }) => kind === 'group')
  const comma = hasGroups && items.length > 1 ? ',' : ''
  if (logic === 'none') return say`it is not true that ${listed(items, 'or', comma)}`
  if (items.length === 1) return items.flat()
  if (logic === 'any') return say`either ${listed(items, 'or', comma)}`
  if (logic === 'all' && isTop) return listed(items, 'and', comma)
  if (logic === 'all') return say`${items.length === 2 ? 'both ' : 'all of this: '}${listed(items, 'and', comma)}`
  return say`${listed(items, 'and', comma)} (the server doesn’t say whether all or any of these must hold)`
}

const partProse = (part: Part, entity: string | null | undefined, apart: Map<Group, number>): Prose => {
  if (part.kind === 'odd') return say`${strong(quoted(part.text))}, which isn’t a condition this console understands`
  if (part.kind === 'condition') return clause(part, entity)
  const number = apart.get(part)
  return number === undefined ? groupProse(part, entity, apart) : say`${strong(`part ${number}`)} holds`
}

/** "its status is not Retired", "the company’s status is active". */
export const clause = ({ field, operator, value, more }: Condition, entity: string | null | undefined): Prose => {
  const asks = asked(operator, value)
  return [
    ...say`${subject(field, entity)} ${asks.verb}${asks.value === null ? [] : say` ${slots(asks.value)}`}`,
    ...moreProse(more),
  ]
}
