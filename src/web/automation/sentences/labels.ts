import { capitalize } from '../../lib/text/capitalize'
import { getOwn } from '../../lib/text/get-own'
import { humanize } from '../../lib/text/humanize'
import { dayText } from '../../ui/format/day'
import { formatInstant } from '../../ui/format/format'
import type { IconName } from '../../ui/icon/icon'
import { instantsOf, isDay } from '../trial/instants'

const named = (words: Record<string, string>) => (name: string | null | undefined) =>
  name ? (getOwn(words, name) ?? humanize(name)) : ''

export const triggerLabels = {
  date_threshold: 'Date approaches',
  scheduled: 'Runs on a schedule',
  field_change: 'Field changes',
  absence: 'Something is missing',
}
export const triggerName = named(triggerLabels)

const triggerIcons: Record<string, IconName> = {
  date_threshold: 'calendar-clock',
  scheduled: 'timer',
  field_change: 'pencil-line',
  absence: 'user-round-x',
}
export const triggerIcon = (trigger: string | null | undefined): IconName => getOwn(triggerIcons, trigger) ?? 'zap'

export const entityLabels = {
  device: 'Device',
  company: 'Company',
  compliance: 'Compliance',
  planner: 'Planner',
  user: 'User',
  goal: 'Goal',
  training: 'Training',
  ticket: 'Ticket',
  meeting: 'Meeting',
}
export const entityName = named(entityLabels)

/** An entity type within a sentence. */
const things: Record<string, string> = {
  device: 'device',
  company: 'company',
  compliance: 'compliance control',
  planner: 'planner item',
  user: 'person',
  goal: 'goal',
  training: 'enrollment',
  ticket: 'ticket',
  meeting: 'meeting',
}
export const thing = (entity: string | null | undefined) =>
  entity ? (getOwn(things, entity) ?? (lowered(entity) || quoted(entity))) : 'record'

/** Fields with a better name than their own. */
const tellingFields: Record<string, string> = {
  'device.deviceTypeName': 'device type',
  'device.os': 'operating system',
  'company.employeeCount': 'number of employees',
  'user.lastLogin': 'last sign-in',
}
const otherFields: Record<string, string> = {
  'device.locationName': 'location',
  'device.companyId': 'company',
  'device.lastSeen': 'last contact',
  'user.fullName': 'name',
  'user.companyId': 'company',
  'goal.progressPercentage': 'progress',
  'ticket.reopenCount': 'number of reopenings',
  'meeting.startsAt': 'start',
}

export const quoted = (text: string) => `“${text}”`

/** Lower-cases a name for use within a sentence. */
export const lowered = (name: string) => humanize(name).toLowerCase()

/** Splits "device.warrantyEnd" into ["device", "warranty end"]. */
export const fieldParts = (field: string): [entity: string | null, name: string] => {
  const dot = field.indexOf('.')
  const bare = dot < 0 ? field : field.slice(dot + 1)
  const entity = dot < 0 ? null : field.slice(0, dot)
  return [entity, getOwn(tellingFields, field) ?? getOwn(otherFields, field) ?? (lowered(bare) || quoted(bare))]
}

/** "its status", "the company’s status": a field of the rule’s entity or of another. */
export const subject = (field: string, entity: string | null | undefined) => {
  if (field === '') return 'an unknown field'
  const [owner, name] = fieldParts(field)
  return owner === null || owner === entity ? `its ${name}` : `the ${thing(owner)}’s ${name}`
}

/** "Device type", "Company status": a field outside a sentence. */
export const fieldName = (field: string | null | undefined) => {
  if (!field) return ''
  const [entity, name] = fieldParts(field)
  const isClear = entity === null || name.startsWith(`${entity} `) || Object.hasOwn(tellingFields, field)
  const words = isClear ? name : `${lowered(entity)} ${name}`
  return capitalize(words)
}

/** Text operands are quoted and days counted; `alone` operators take no value. */
type Operator = { says: string; asText?: true; days?: (days: string) => string; alone?: true }

export const operators: Record<string, Operator> = {
  equals: { says: 'is' },
  not_equals: { says: 'is not' },
  contains: { says: 'contains', asText: true },
  not_contains: { says: 'does not contain', asText: true },
  starts_with: { says: 'begins with', asText: true },
  ends_with: { says: 'ends with', asText: true },
  in: { says: 'is one of' },
  not_in: { says: 'is none of' },
  greater_than: { says: 'is more than' },
  less_than: { says: 'is less than' },
  greater_or_equal: { says: 'is at least' },
  less_or_equal: { says: 'is at most' },
  is_empty: { says: 'is empty', alone: true },
  is_not_empty: { says: 'is not empty', alone: true },
  before: { says: 'is before' },
  after: { says: 'is after' },
  within_days: { says: 'is within', days: (days) => `${days} of today` },
  older_than_days: { says: 'is older than', days: (days) => days },
}

/** A condition’s verb and value; null where it takes no value. */
export const asked = (operator: string, value: unknown): { verb: string; value: string | null } => {
  const known = getOwn(operators, operator)
  const verb =
    known?.says ?? (lowered(operator) || (operator ? quoted(operator) : 'is compared in an unknown way with'))
  if (known?.alone)
    return { verb, value: value === null || value === '' || value === true ? null : `(value: ${oneValue(value)})` }
  const days = numberIn(value)
  if (known?.days && typeof days === 'number') return { verb, value: known.days(dayCount(days)) }
  if (known?.asText && typeof value === 'string') return { verb, value: quoted(value) }
  if (Array.isArray(value) && value.length > 1 && value.every((item) => typeof item !== 'object')) {
    const isNeither = operator === 'not_in'
    const [last, ...others] = value.map(oneValue).reverse()
    return {
      verb: isNeither ? 'is neither' : verb,
      value: `${others.reverse().join(', ')} ${isNeither ? 'nor' : operator === 'in' ? 'or' : 'and'} ${last}`,
    }
  }
  return { verb, value: oneValue(value) }
}

export const dayCount = (days: number) => `${days} ${Math.abs(days) === 1 ? 'day' : 'days'}`

/** Numeric text as its number, for wording; any other value as it is. */
export const numberIn = (value: unknown) =>
  isNumeric(value) && String(Number(value)) === value ? Number(value) : value

const isNumeric = (value: unknown) => typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value))

/** What would read as a value of another type, as several values, or as part of the sentence. */
const isUnclear = (text: string) =>
  text.trim() !== text ||
  text === '' ||
  isNumeric(text) ||
  /^(yes|no|true|false|nothing)$|[,;“”"\n]| (and|or|nor) /i.test(text)

/** A value within a sentence: dates as days, date-times in the user’s zone, text that needs it in quotes. */
export const oneValue = (value: unknown): string => {
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item !== 'object'))
    return value.map(oneValue).join(', ')
  if (typeof value !== 'string') return valueText(value)
  if (isDay(value)) return dayText(value)
  if (instantsOf(value)) return formatInstant(new Date(value))
  return isUnclear(value) ? quoted(value) : value
}

export const actionName = named({
  create_ticket: 'Create a ticket',
  send_email: 'Send an email',
  send_notification: 'Send a notification',
  create_goal: 'Add a goal',
  create_task: 'Add a task',
  update_field: 'Change a field',
  assign_user: 'Assign someone',
  call_webhook: 'Call a URL',
  add_agenda_item: 'Put it on the agenda',
})

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const deepest = 6

/** Any value in words, whatever its type: `{ maxDays: [1, 2] }` is "max days: (1, 2)". */
export const valueText = (value: unknown, depth = 0): string => {
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'object') return String(value)
  if (Object.keys(value).length === 0) return 'nothing'
  if (depth >= deepest) return 'more, nested too deeply to show'
  const inner = (part: unknown) => {
    const text = valueText(part, depth + 1)
    return typeof part === 'object' && part !== null ? `(${text})` : part === '' ? quoted('') : text
  }
  return Array.isArray(value)
    ? value.map(inner).join(', ')
    : Object.entries(value)
        .map(([name, part]) => `${lowered(name) || quoted(name)}: ${inner(part)}`)
        .join('; ')
}

export const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
