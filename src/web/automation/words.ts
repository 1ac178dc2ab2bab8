import { own } from '../kit/own'
import { readable } from '../kit/readable'
import type { IconName } from '../kit/ui/icon'

const named = (words: Record<string, string>) => (name: string | null | undefined) =>
  name ? (own(words, name) ?? readable(name)) : ''

export const triggerWords = {
  date_threshold: 'Date comes near',
  scheduled: 'Runs on a schedule',
  field_change: 'Field changes',
  absence: 'Something is missing',
}
export const triggerName = named(triggerWords)

const triggerIcons: Record<string, IconName> = {
  date_threshold: 'calendar-clock',
  scheduled: 'timer',
  field_change: 'pencil-line',
  absence: 'user-round-x',
}
export const triggerIcon = (trigger: string | null | undefined): IconName => own(triggerIcons, trigger) ?? 'zap'

export const entityWords = {
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
export const entityName = named(entityWords)

export const fieldName = named({
  'device.deviceTypeName': 'Device type',
  'device.os': 'Operating system',
  'device.companyId': 'Company of the device',
  'company.employeeCount': 'Number of employees',
  'user.lastLogin': 'Last sign-in',
  'goal.progressPercentage': 'Progress of the goal',
  'ticket.reopenCount': 'Times reopened',
  'meeting.startsAt': 'Start of the meeting',
})

export const operatorName = (operator: string | null | undefined) =>
  named({
    equals: 'is',
    not_equals: 'is not',
    contains: 'contains',
    not_contains: 'does not contain',
    starts_with: 'begins with',
    ends_with: 'ends with',
    in: 'is one of',
    not_in: 'is none of',
    greater_than: 'is more than',
    less_than: 'is less than',
    greater_or_equal: 'is at least',
    less_or_equal: 'is at most',
    is_empty: 'is empty',
    is_not_empty: 'is not empty',
    before: 'is before',
    after: 'is after',
    within_days: 'is within days',
    older_than_days: 'is older than days',
  })(operator)

export const actionName = named({
  create_ticket: 'Create a ticket',
  send_email: 'Send an email',
  send_notification: 'Send a notification',
  create_goal: 'Add a goal',
  create_task: 'Add a task',
  update_field: 'Change a field',
  assign_user: 'Assign somebody',
  call_webhook: 'Call a web address',
  add_agenda_item: 'Put it on the agenda',
})

/** Any value of a condition or a configuration as text, whatever its type. */
export const valueText = (value: unknown): string => {
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

type Config = Record<string, unknown>

/** The trigger's configuration as facts: what is known by name first, all else as it stands. */
export const triggerFacts = (config: Config): [label: string, value: string][] => {
  const known: Record<string, (value: unknown) => [string, string]> = {
    dateField: (value) => ['Date', fieldName(String(value))],
    daysBefore: (value) => ['Ahead', `${valueText(value)} days before`],
    runAt: (value) => ['Looked at', `every day at ${valueText(value)}`],
    frequency: (value) => ['Runs', valueText(value)],
    dayOfWeek: (value) => ['On', weekdays[Number(value)] ?? valueText(value)],
    dayOfMonth: (value) => ['On day', valueText(value)],
    timeZone: (value) => ['Time zone', valueText(value)],
    field: (value) => ['Field', fieldName(String(value))],
    from: (value) => ['From', value === null ? 'any value' : valueText(value)],
    to: (value) => ['To', value === null ? 'any value' : valueText(value)],
    days: (value) => ['For', `${valueText(value)} days`],
  }
  return Object.entries(config).map(([key, value]) =>
    key === 'runAt' && 'frequency' in config
      ? ['At', valueText(value)]
      : (own(known, key)?.(value) ?? [readable(key), valueText(value)]),
  )
}
