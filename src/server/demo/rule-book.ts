/** A rule without ids, dates and people. */
export type RuleDraft = {
  name: string
  description: string | null
  trigger: [type: 'date_threshold' | 'scheduled' | 'field_change' | 'absence', config: Record<string, unknown>]
  entity: string
  conditions?: DraftGroup
  actions: [type: string, config: Record<string, unknown>, approval?: 'approval'][]
  together?: { groupBy: string; groupField: string; min: number; hours: number; title: string; text: string }
}
export type DraftGroup = { logic: 'AND' | 'OR'; of: (DraftCondition | DraftGroup)[] }
export type DraftCondition = [field: string, operator: string, value: unknown]

const all = (...of: DraftGroup['of']): DraftGroup => ({ logic: 'AND', of })
const any = (...of: DraftGroup['of']): DraftGroup => ({ logic: 'OR', of })
const near = (dateField: string, daysBefore: number): RuleDraft['trigger'] => [
  'date_threshold',
  { dateField, daysBefore, runAt: '06:00' },
]
const daily = (runAt: string): RuleDraft['trigger'] => [
  'scheduled',
  { frequency: 'daily', runAt, timeZone: 'Europe/London' },
]
const weekly = (dayOfWeek: number, runAt: string): RuleDraft['trigger'] => [
  'scheduled',
  { frequency: 'weekly', dayOfWeek, runAt, timeZone: 'Europe/London' },
]
const monthly = (dayOfMonth: number): RuleDraft['trigger'] => [
  'scheduled',
  { frequency: 'monthly', dayOfMonth, runAt: '07:00', timeZone: 'Europe/London' },
]
const changes = (field: string, to: unknown, from: unknown = null): RuleDraft['trigger'] => [
  'field_change',
  { field, from, to },
]
const missing = (field: string, days: number): RuleDraft['trigger'] => ['absence', { field, days }]

const ticket = (title: string, queue: string, priority = 'Medium'): [string, Record<string, unknown>] => [
  'create_ticket',
  { title, queue, priority },
]
const mail = (to: string, subject: string, template: string): [string, Record<string, unknown>] => [
  'send_email',
  { to, subject, template },
]
const tell = (to: string, message: string): [string, Record<string, unknown>] => ['send_notification', { to, message }]

const accountManager = 'Account manager of {{company.name}}'
const itContact = 'IT contact of {{company.name}}'

export const ruleBook: RuleDraft[] = [
  {
    name: 'Warranty ending: renew or replace',
    description:
      'Raises a ticket before a warranty lapses, asks the account manager before the client hears of it, and puts the replacement into the plan.',
    trigger: near('device.warrantyEnd', 60),
    entity: 'device',
    conditions: all(
      ['device.status', 'not_equals', 'Retired'],
      ['company.status', 'equals', 'active'],
      any(['device.deviceTypeName', 'in', ['Server', 'Firewall', 'Switch']], ['device.name', 'contains', '-PROD-']),
    ),
    actions: [
      ticket('Warranty of {{device.name}} ends on {{device.warrantyEnd}}', 'Renewals'),
      [...mail(accountManager, 'Renew or replace: {{device.name}}', 'Warranty notice, short'), 'approval'],
      [
        'create_goal',
        { title: 'Replace {{device.model}} at {{device.locationName}}', quarter: 'Of the warranty end' },
        'approval',
      ],
    ],
    together: {
      groupBy: 'company',
      groupField: 'device.companyId',
      min: 3,
      hours: 24,
      title: '{{count}} warranties ending at {{company.name}}',
      text: 'One line for each device: name, model, serial number, warranty end',
    },
  },
  {
    name: 'Client leaves: hand everything over',
    description:
      'Starts the handover on the day on which a client is set to inactive, so that no password is forgotten.',
    trigger: changes('company.status', 'inactive', 'active'),
    entity: 'company',
    conditions: all(['company.employeeCount', 'greater_than', 5]),
    actions: [
      ticket('Handover of {{company.name}}', 'Account management', 'High'),
      ['create_task', { title: 'Export the documentation of {{company.name}}', due: '5 days' }],
      [...mail(itContact, 'What happens next', 'Handover, step by step'), 'approval'],
    ],
  },
  {
    name: 'Budget approved: create the purchase list',
    description: null,
    trigger: changes('planner.status', 'Approved'),
    entity: 'planner',
    conditions: all(['planner.fiscalYear', 'greater_or_equal', 2026]),
    actions: [
      ['create_task', { title: 'Purchase list of {{planner.title}}', due: '5 days' }],
      tell('Back office', '{{planner.title}} is approved'),
      ticket('Order hardware for {{company.name}}', 'Purchasing'),
      [...mail(itContact, 'Your budget is approved', 'Budget approved'), 'approval'],
    ],
  },
  {
    name: 'No sign-in for 60 days: ask to disable',
    description: 'Asks the client’s IT contact before anything is switched off.',
    trigger: missing('user.lastLogin', 60),
    entity: 'user',
    conditions: all(['user.status', 'equals', 'active'], ['user.role', 'not_equals', 'Approver']),
    actions: [
      mail(itContact, 'Still needed: {{user.fullName}}', 'Dormant account'),
      ['update_field', { field: 'user.status', value: 'disabled' }, 'approval'],
    ],
    together: {
      groupBy: 'company',
      groupField: 'user.companyId',
      min: 2,
      hours: 72,
      title: '{{count}} dormant accounts at {{company.name}}',
      text: 'Name, mail and last sign-in of each',
    },
  },
  {
    name: 'Home worker out of reach for 14 days',
    description: null,
    trigger: missing('device.lastSeen', 14),
    entity: 'device',
    conditions: all(
      ['device.name', 'contains', '-HOM-'],
      any(['device.status', 'equals', 'Offline'], ['device.lastSeen', 'is_empty', null]),
    ),
    actions: [
      mail(itContact, 'Is {{device.name}} still in use?', 'Device out of reach'),
      ticket('{{device.name}} misses its updates', 'Service desk', 'Low'),
    ],
    together: {
      groupBy: 'company',
      groupField: 'device.companyId',
      min: 2,
      hours: 48,
      title: '{{count}} devices out of reach at {{company.name}}',
      text: 'Name, user and last contact of each',
    },
  },
  {
    name: 'Onboarding checklist for a new client with more than 50 people',
    description: 'Creates the tasks for the first six weeks.',
    trigger: changes('company.status', 'active', 'pending'),
    entity: 'company',
    conditions: all(['company.employeeCount', 'greater_than', 50]),
    actions: [
      'Kick-off call',
      'Collect documentation',
      'Install monitoring',
      'Take over backup',
      'Review firewall rules',
      'Enrol two-factor sign-in',
      'Hand out the desk’s number',
      'First report',
      'First review',
    ].map((title, week) => ['create_task', { title, due: `${(week + 1) * 5} days` }]),
  },
  {
    name: 'Training overdue: remind, then tell the manager',
    description: null,
    trigger: near('training.dueDate', 0),
    entity: 'training',
    conditions: all(['training.progress', 'less_than', 100]),
    actions: [
      mail('{{user.email}}', 'A course is waiting: {{training.course}}', 'Training reminder'),
      tell(itContact, '{{user.fullName}} is overdue with {{training.course}}'),
      ['create_task', { title: 'Ask {{company.name}} about overdue training', due: '10 days' }],
    ],
  },
  {
    name: 'Backup evidence on Monday morning',
    description: null,
    trigger: weekly(1, '08:00'),
    entity: 'compliance',
    conditions: all(['compliance.frequency', 'equals', 'Weekly'], ['compliance.criticality', 'greater_or_equal', 4]),
    actions: [
      ticket('Backup evidence of {{company.name}}', 'Backup', 'High'),
      tell('Backup team', 'Evidence of {{company.name}} is to be looked at'),
    ],
  },
  {
    name: 'Goal without progress for 45 days',
    description: null,
    trigger: missing('goal.progressPercentage', 45),
    entity: 'goal',
    conditions: all(['goal.progressPercentage', 'less_than', 100], ['goal.dueDate', 'is_not_empty', null]),
    actions: [tell(accountManager, '{{goal.title}} has not moved for 45 days')],
  },
  {
    name: 'Quarterly review due: collect the numbers',
    description: 'Prepares score, budget and warranties two weeks before the meeting.',
    trigger: near('meeting.startsAt', 14),
    entity: 'meeting',
    actions: [
      ['add_agenda_item', { title: 'Satisfaction since the last review' }],
      ['add_agenda_item', { title: 'Warranties of the next two quarters' }],
      ['add_agenda_item', { title: 'Budget against plan' }],
      ['create_task', { title: 'Print the brief of {{company.name}}', due: '2 days' }],
      [...mail(itContact, 'Our review on {{meeting.startsAt}}', 'Review invitation'), 'approval'],
    ],
  },
  {
    name: 'Server offline for 30 minutes outside office hours',
    description: null,
    trigger: changes('device.status', 'Offline', 'Online'),
    entity: 'device',
    conditions: all(
      ['device.deviceTypeName', 'equals', 'Server'],
      any(
        ['device.name', 'contains', '-HV'],
        ['device.os', 'starts_with', 'Windows Server'],
        all(['device.os', 'contains', 'ESXi'], ['company.employeeCount', 'greater_than', 20]),
      ),
    ),
    actions: [
      ticket('{{device.name}} does not answer', 'Out of hours', 'Critical'),
      ['assign_user', { user: 'On-call engineer' }],
    ],
  },
  {
    name: 'Ticket reopened twice: call the client',
    description: null,
    trigger: changes('ticket.status', 'Reopened'),
    entity: 'ticket',
    conditions: all(['ticket.reopenCount', 'greater_or_equal', 2]),
    actions: [
      ['assign_user', { user: 'Service desk lead' }],
      tell(accountManager, 'A ticket of {{company.name}} came back twice'),
    ],
  },
  {
    name: 'Cyber Essentials evidence due',
    description: null,
    trigger: monthly(1),
    entity: 'compliance',
    conditions: all(
      ['compliance.criticality', 'greater_or_equal', 4],
      ['compliance.frequency', 'in', ['Quarterly', 'Yearly']],
    ),
    actions: [
      ticket('Collect evidence: {{compliance.title}}', 'Compliance'),
      mail(itContact, 'We need your help with {{compliance.title}}', 'Evidence request'),
    ],
  },
  {
    name: 'Windows 10 still in use',
    description: 'Weekly list of what is left to upgrade.',
    trigger: weekly(1, '07:30'),
    entity: 'device',
    conditions: all(
      ['device.os', 'starts_with', 'Windows 10'],
      ['device.status', 'not_in', ['Retired', 'Maintenance']],
    ),
    actions: [
      ['create_goal', { title: 'Retire Windows 10 at {{company.name}}' }, 'approval'],
      tell(accountManager, '{{count}} devices with Windows 10 at {{company.name}}'),
    ],
    together: {
      groupBy: 'company',
      groupField: 'device.companyId',
      min: 1,
      hours: 6,
      title: '{{count}} devices with Windows 10 at {{company.name}}',
      text: 'Name, model and user of each',
    },
  },
  {
    name: 'Device not seen for 30 days',
    description: null,
    trigger: missing('device.lastSeen', 30),
    entity: 'device',
    conditions: all(['device.status', 'not_equals', 'Retired'], ['device.lastSeen', 'older_than_days', 30]),
    actions: [ticket('Where is {{device.name}}?', 'Service desk', 'Low')],
  },
  {
    name: 'New starter: welcome and first training',
    description: null,
    trigger: changes('user.status', 'active', 'pending'),
    entity: 'user',
    actions: [
      mail('{{user.email}}', 'Welcome', 'Welcome to the desk'),
      ['create_task', { title: 'Enrol {{user.fullName}} in “Recognise phishing”', due: '3 days' }],
    ],
  },
  {
    name: 'Leaver: close the account the same day',
    description: 'Disables after approval, so that nobody is locked out by a mistake in the list.',
    trigger: changes('user.status', 'disabled'),
    entity: 'user',
    conditions: any(['user.role', 'in', ['Member', 'Site lead']], ['user.lastLogin', 'is_empty', null]),
    actions: [
      ticket('Close the accounts of {{user.fullName}}', 'Service desk', 'High'),
      ['call_webhook', { url: 'https://hooks.northwick-it.co.uk/leaver', method: 'POST' }, 'approval'],
    ],
  },
  {
    name: 'Priority one ticket: wake somebody',
    description: null,
    trigger: changes('ticket.priority', 'Critical'),
    entity: 'ticket',
    conditions: all(['ticket.status', 'not_in', ['Closed', 'Waiting for client']]),
    actions: [
      ['assign_user', { user: 'On-call engineer' }],
      tell('Operations manager', '{{ticket.title}}'),
      ['call_webhook', { url: 'https://hooks.northwick-it.co.uk/page', method: 'POST' }],
    ],
  },
  {
    name: 'Goal due today and not done',
    description: null,
    trigger: near('goal.dueDate', 0),
    entity: 'goal',
    conditions: all(
      ['goal.progressPercentage', 'less_than', 100],
      any(['goal.progressPercentage', 'less_than', 50], ['company.status', 'equals', 'active']),
    ),
    actions: [
      tell(accountManager, '{{goal.title}} is due today'),
      ['add_agenda_item', { title: 'Not done in time: {{goal.title}}' }],
    ],
  },
  {
    name: 'Firewall licence ends in 90 days',
    description: null,
    trigger: near('device.warrantyEnd', 90),
    entity: 'device',
    conditions: all(['device.deviceTypeName', 'equals', 'Firewall']),
    actions: [
      ticket('Licence of {{device.name}}', 'Renewals'),
      ['create_task', { title: 'Quote for {{company.name}}', due: '14 days' }],
    ],
  },
  {
    name: 'Monthly patch summary',
    description: 'First of the month, to every client with a managed server.',
    trigger: monthly(1),
    entity: 'company',
    conditions: all(['company.status', 'equals', 'active']),
    actions: [mail(itContact, 'Patches of last month', 'Patch summary')],
  },
  {
    name: 'Course not begun a week before its date',
    description: null,
    trigger: near('training.dueDate', 7),
    entity: 'training',
    conditions: all(['training.progress', 'equals', 0], ['user.status', 'equals', 'active']),
    actions: [
      mail('{{user.email}}', 'Six minutes that are still missing: {{training.course}}', 'Training, first reminder'),
      tell(itContact, '{{user.fullName}} has not begun {{training.course}}'),
    ],
  },
  {
    name: 'Budget still a draft after 30 days',
    description: null,
    trigger: missing('planner.status', 30),
    entity: 'planner',
    conditions: all(['planner.status', 'equals', 'Draft']),
    actions: [tell(accountManager, '{{planner.title}} is still a draft')],
  },
  {
    name: 'Client without a meeting for 120 days',
    description: null,
    trigger: missing('meeting.startsAt', 120),
    entity: 'meeting',
    conditions: all(
      ['company.status', 'equals', 'active'],
      ['company.employeeCount', 'less_or_equal', 250],
      ['company.industry', 'not_contains', 'Charity'],
    ),
    actions: [
      ['create_task', { title: 'Invite {{company.name}} to a review', due: '7 days' }],
      tell(accountManager, '{{company.name}} has not been met for four months'),
    ],
  },
  {
    name: 'Control raised to critical',
    description: null,
    trigger: changes('compliance.criticality', 5),
    entity: 'compliance',
    conditions: all(['compliance.frequency', 'not_equals', 'Yearly']),
    actions: [
      ticket('Now critical: {{compliance.title}}', 'Security', 'Critical'),
      ['assign_user', { user: 'Security lead' }],
      [...mail(itContact, 'A control needs attention', 'Control raised'), 'approval'],
    ],
  },
  {
    name: 'Morning check of all backups',
    description: null,
    trigger: daily('06:30'),
    entity: 'compliance',
    conditions: any(['compliance.frequency', 'equals', 'Weekly'], ['compliance.frequency', 'equals', 'Monthly']),
    actions: [tell('Backup team', 'Backups of the night: {{count}} to look at')],
    together: {
      groupBy: 'day',
      groupField: 'compliance.checkedAt',
      min: 1,
      hours: 1,
      title: 'Backups of {{date}}',
      text: 'Company, job and result of each',
    },
  },
  {
    name: 'Switch firmware older than a year',
    description: null,
    trigger: monthly(15),
    entity: 'device',
    conditions: all(['device.deviceTypeName', 'equals', 'Switch'], ['device.os', 'is_not_empty', null]),
    actions: [ticket('Plan firmware of {{device.name}}', 'Infrastructure', 'Low')],
  },
  {
    name: 'Replaced device still in use',
    description: 'After a roll-out: finds what was renamed for disposal and yet comes online.',
    trigger: weekly(3, '08:00'),
    entity: 'device',
    conditions: all(
      ['device.name', 'ends_with', '-OLD'],
      ['device.lastSeen', 'within_days', 30],
      ['device.warrantyEnd', 'before', '2026-01-01'],
    ),
    actions: [
      ['update_field', { field: 'device.status', value: 'Retired' }, 'approval'],
      tell(accountManager, '{{device.name}} was to be collected and is still in use'),
    ],
  },
  {
    name: 'Review moved to another day',
    description: null,
    trigger: changes('meeting.startsAt', null),
    entity: 'meeting',
    conditions: all(['meeting.startsAt', 'after', '2026-01-01']),
    actions: [tell(accountManager, 'The review of {{company.name}} is now on {{meeting.startsAt}}')],
  },
  {
    name: 'Escalation, long form: every ticket of a client in care homes or hospices that waits for longer than the agreed time, outside office hours, on weekends or on public holidays, with a person who cannot work',
    description: 'Kept exactly as the contract has it.',
    trigger: changes('ticket.status', 'Waiting'),
    entity: 'ticket',
    conditions: all(
      ['ticket.priority', 'in', ['High', 'Critical']],
      any(
        ['company.industry', 'equals', 'Healthcare'],
        all(['company.industry', 'equals', 'Charity'], ['company.employeeCount', 'greater_than', 30]),
      ),
    ),
    actions: [['assign_user', { user: 'On-call engineer' }], tell('Operations manager', '{{company.name}} waits')],
  },
]
