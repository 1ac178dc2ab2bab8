import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RuleLike } from '../rule-like'
import { apartOf, companiesOf, conditionsOf, countOf, isUnspecified } from '../rule-parts'
import { plain } from './prose'
import { describeRule, summaryOf, textOf } from './sentences'

const warranty: RuleLike = {
  triggerType: 'date_threshold',
  entityType: 'device',
  triggerConfig: { dateField: 'device.warrantyEnd', daysBefore: 60, runAt: '06:00' },
  conditions: [
    {
      id: '1',
      logic: 'AND',
      conditions: [
        { id: 'a', field: 'device.status', operator: 'not_equals', value: 'Retired' },
        { id: 'b', field: 'company.status', operator: 'equals', value: 'active' },
      ],
      groups: [
        {
          id: '2',
          logic: 'OR',
          conditions: [
            { id: 'c', field: 'device.deviceTypeName', operator: 'in', value: ['Server', 'Firewall', 'Switch'] },
            { id: 'd', field: 'device.name', operator: 'contains', value: '-PROD-' },
          ],
          groups: [],
        },
      ],
    },
  ],
  actions: [
    {
      id: 'y',
      order: 2,
      actionType: 'send_email',
      requiresApproval: true,
      config: { to: 'Account manager of {{company.name}}' },
    },
    {
      id: 'x',
      order: 1,
      actionType: 'create_ticket',
      requiresApproval: false,
      config: { title: '{{device.name}} ends', queue: 'Renewals' },
    },
  ],
  aggregationConfig: {
    enabled: true,
    groupBy: 'company',
    groupField: 'device.companyId',
    minBatchSize: 3,
    maxWaitHours: 24,
  },
  companyIds: [],
  companies: [],
}

const ifs = (conditions: unknown) => plain(describeRule({ ...warranty, conditions }).ifs.main)
const when = (triggerType: string, triggerConfig: unknown) =>
  plain(describeRule({ ...warranty, triggerType, triggerConfig }).when)
const firstStep = (action: object) => plain(describeRule({ ...warranty, actions: [action] }).steps[0] ?? [])
const condition = (field: string, value: unknown = 1, operator = 'equals') => ({ id: field, field, operator, value })

describe('a rule in plain words', () => {
  it('is one long sentence', () => {
    expect(textOf(describeRule(warranty))).toBe(
      [
        'When the warranty end of a device is 60 days away, checked every day at 06:00,',
        'and if its status is not Retired, the company’s status is active, and either its device type is one of Server, Firewall or Switch or its name contains “-PROD-”,',
        'then',
        '  1. create a ticket “[device name] ends” in the queue Renewals',
        '  2. after someone approves, send an email to Account manager of [company name]',
        'together for every device of the same company, once there are 3 or after 24 hours with fewer',
        'for every company.',
      ].join('\n'),
    )
  })

  it('is one short sentence for a toast', () => {
    expect(summaryOf(warranty)).toBe(
      'When the warranty end of a device is 60 days away, checked every day at 06:00, and its conditions hold, it creates a ticket and sends an email (1 of 2 only after approval), for every company.',
    )
    expect(
      summaryOf({
        ...warranty,
        triggerType: 'scheduled',
        triggerConfig: { frequency: 'weekly', dayOfWeek: 1 },
        conditions: [],
        actions: [],
        companyIds: ['1', '2'],
      }),
    ).toBe('Every Monday, for every device, it does nothing, because it has no actions, for 2 companies.')
  })

  it.each([
    [
      'scheduled',
      { frequency: 'monthly', dayOfMonth: 1, runAt: '07:00', timeZone: 'UTC' },
      'on day 1 of every month at 07:00 (UTC), for every device',
    ],
    ['scheduled', { frequency: 'daily', runAt: '06:30' }, 'every day at 06:30, for every device'],
    [
      'scheduled',
      { frequency: 'fortnightly', dayOfWeek: 9 },
      'on the schedule fortnightly, for every device, with day of week 9',
    ],
    ['scheduled', { frequency: 'weekly', dayOfWeek: 9 }, 'every weekday 9, for every device'],
    ['scheduled', { frequency: 'weekly', dayOfWeek: '1', runAt: '' }, 'every Monday at “”, for every device'],
    ['scheduled', { frequency: 'monthly', dayOfMonth: '1' }, 'on day 1 of every month, for every device'],
    [
      'field_change',
      { field: 'device.status', from: null, to: 'Offline' },
      'the status of a device changes to Offline',
    ],
    [
      'field_change',
      { field: 'device.status', from: ['Online'], to: ['Offline', 'Retired'] },
      'the status of a device changes from Online to Offline or Retired',
    ],
    ['absence', { days: '1' }, 'something of a device has been missing or unchanged for 1 day'],
    ['date_threshold', { daysBefore: '60' }, 'a date of a device is 60 days away'],
    [
      'absence',
      { field: 'user.lastLogin', days: 60 },
      'the last sign-in of a person has been missing or unchanged for 60 days',
    ],
    ['date_threshold', { daysBefore: 0 }, 'a date of a device is today'],
    ['date_threshold', { daysBefore: -3, dateField: 'goal.dueDate' }, 'the due date of a goal was 3 days ago'],
    ['on_full_moon', { tide: 'high' }, 'its trigger on full moon fires for a device, with tide high'],
    ['constructor', null, 'its trigger constructor fires for a device'],
    ['scheduled', 'rrule:1', 'on a schedule, for every device, with configuration rrule:1'],
  ])('tells the trigger %s %j', (type, config, sentence) => {
    expect(when(type, config)).toBe(sentence)
  })

  it.each([
    [
      { actionType: 'page_engineer', config: { urgency: 'high' }, escalateAfter: '5 min' },
      '(approval unknown) Page engineer, with urgency high and escalate after 5 min',
    ],
    [
      { actionType: 'assign_user', requiresApproval: true, config: { user: 'Lead', approvers: ['Ann', 'Bo'] } },
      'after Ann, Bo approves, assign Lead',
    ],
    [
      { actionType: 'assign_user', requiresApproval: false, config: 'x', delayMinutes: 5 },
      'assign someone, with config x and delay minutes 5',
    ],
    [
      { actionType: 'update_field', requiresApproval: false, config: { field: 'device.status', value: 'Retired' } },
      'change its status to Retired',
    ],
    [
      { actionType: 'update_field', requiresApproval: false, config: { field: 'device.notes', value: '' } },
      'change its notes to “”',
    ],
    [
      { actionType: 'update_field', requiresApproval: false, config: { field: 'device.notes', value: null } },
      'change its notes to nothing',
    ],
    [
      { actionType: 'create_ticket', requiresApproval: false, config: { queue: '', priority: '2026-01-01', tag: '' } },
      'create a ticket in the queue “”, priority 1 Jan 2026, with tag “”',
    ],
    [
      { actionType: 'send_email', requiresApproval: false, config: { to: 'a' }, to: 'b' },
      'send an email to a, with to b outside its configuration',
    ],
  ])('tells the action %j', (action, sentence) => {
    expect(firstStep(action)).toBe(sentence)
  })

  it('says what is unknown instead of leaving it out', () => {
    const bare = describeRule({})
    expect(plain(bare.ifs.main)).toBe('conditions that the server doesn’t describe hold')
    expect(plain(bare.forWhom)).toBe('companies that the server doesn’t name')
    expect(plain(bare.steps[0] ?? [])).toBe('do something the server doesn’t describe')
    expect(ifs([])).toBe('nothing more: it has no conditions')
    expect(ifs([{ id: '1', logic: 'OR', conditions: [], groups: [{ id: '2', conditions: [], groups: [] }] }])).toBe(
      ifs([]),
    )
    expect(ifs([{ conditions: [condition('a'), condition('b')] }])).toBe(
      'its a is 1 and its b is 1 (the server doesn’t say whether all or any of these must hold)',
    )
    expect(ifs([{ logic: 'XOR', conditions: [condition('a'), condition('b')] }])).toContain('with logic XOR')
    const withEmpty = conditionsOf([{ conditions: [condition('a')], groups: [{ conditions: [] }] }])
    expect(withEmpty && isUnspecified(withEmpty)).toBe(false)
    expect(ifs({ all: ['x'] })).toBe('“all: (x)”, which isn’t a condition this console understands')
    expect(ifs([{ field: 'a', operator: 'equals', value: 1, negate: true }])).toBe('its a is 1, with negate yes')
  })

  it('merges groups that change nothing, and only those', () => {
    const all = (...groups: object[]) => ({ logic: 'AND', conditions: [condition('x')], groups })
    expect(ifs([all(all(all()))])).toBe('its x is 1, its x is 1 and its x is 1')
    expect(ifs([{ logic: 'NOT', conditions: [condition('a'), condition('b')] }])).toBe(
      'it is not true that its a is 1 or its b is 1',
    )
    expect(ifs([{ logic: 'AND', groups: [{ logic: 'NOT', conditions: [condition('a')] }] }])).toBe(
      'it is not true that its a is 1',
    )
  })

  it('says where a denied group ends, and that a group has no conditions', () => {
    const denied = { logic: 'NOT', conditions: [condition('c')] }
    expect(ifs([{ logic: 'AND', conditions: [condition('a')], groups: [denied, { groups: [], name: 'Main' }] }])).toBe(
      'its a is 1, (it is not true that its c is 1), and a group without conditions, with name Main',
    )
  })

  it('names the companies it knows, and counts those without a name', () => {
    const forWhom = (companyIds: string[] | null, companies: { id: string; name?: string }[]) =>
      plain(describeRule({ ...warranty, companyIds, companies }).forWhom)
    expect(forWhom(['1', '2', '2'], [{ id: '1', name: 'Acme' }, { id: '2' }])).toBe('2 companies: Acme and 1 other')
    expect(companiesOf({ companyIds: ['1', '2'], companies: [{ id: '1', name: 'Acme' }] })).toEqual([
      { id: '1', name: 'Acme' },
      { id: '2', name: null },
    ])
    expect(companiesOf({ companyIds: null, companies: [] })).toBeNull()
  })
})

/* Whatever a server says. */

const squashed = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
const word = fc.oneof(
  fc.string({ minLength: 1 }),
  fc.constantFrom('fooBar', 'a_b', '__proto__', 'constructor', 'größe'),
)
const value = fc.oneof(
  fc.string(),
  fc.integer(),
  fc.boolean(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.array(fc.integer()),
)
const leaf = fc.record({
  field: word.map((name) => name.replaceAll('.', '')),
  operator: fc.oneof(word, fc.constantFrom('equals', 'in', 'not_in', 'older_than_days', 'is_empty', 'contains')),
  value,
})
type Tree = { logic?: string; conditions: { field: string; operator: string; value: unknown }[]; groups: Tree[] }
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.record(
    {
      logic: fc.constantFrom('AND', 'OR', 'NOT', 'and', 'maybe'),
      conditions: fc.array(leaf, { maxLength: 4 }),
      groups: fc.oneof(
        { depthSize: 'medium', withCrossShrink: true },
        fc.constant<Tree[]>([]),
        fc.array(tie('tree'), { maxLength: 3 }),
      ),
    },
    { requiredKeys: ['conditions', 'groups'] },
  ),
}))

const leavesOf = (group: Tree): Tree['conditions'] => [...group.conditions, ...group.groups.flatMap(leavesOf)]
const written = (one: unknown): string[] =>
  Array.isArray(one) ? one.flatMap(written) : typeof one === 'boolean' ? [one ? 'yes' : 'no'] : [String(one)]

describe('whatever a rule holds', () => {
  it('every field, operator and value of it is in the text', () => {
    const known = ['equals', 'in', 'not_in', 'older_than_days', 'is_empty', 'contains']
    fc.assert(
      fc.property(fc.array(tree, { maxLength: 3 }), (conditions) => {
        const text = textOf(describeRule({ ...warranty, conditions }))
        for (const { field, operator, value } of conditions.flatMap(leavesOf)) {
          expect(squashed(text)).toContain(squashed(field))
          if (!known.includes(operator)) expect(squashed(text)).toContain(squashed(operator))
          // A field that is empty needs no yes.
          if (operator !== 'is_empty' || value !== true) for (const part of written(value)) expect(text).toContain(part)
        }
      }),
      { seed: 5 },
    )
  })

  it('every parameter of a trigger, an action and the batching is in the text', () => {
    fc.assert(
      fc.property(
        fc.dictionary(word, value),
        fc.constantFrom('create_ticket', 'send_email', 'absence', 'scheduled', 'new'),
        (config, type) => {
          const rules: RuleLike[] = [
            { triggerType: type, triggerConfig: config },
            { actions: [{ actionType: type, config }] },
            { aggregationConfig: { ...config, enabled: true } },
          ]
          for (const rule of rules) {
            const text = textOf(describeRule(rule))
            for (const [name, held] of Object.entries(config)) {
              expect(squashed(text)).toContain(squashed(name))
              for (const part of written(held)) expect(text).toContain(part)
            }
          }
        },
      ),
      { seed: 6 },
    )
  })

  it('nothing throws, and nothing is empty', () => {
    const any = fc.jsonValue({ maxDepth: 6 })
    fc.assert(
      fc.property(fc.record({ triggerConfig: any, conditions: any, actions: any, aggregationConfig: any }), (rule) => {
        expect(textOf(describeRule(rule as RuleLike)).length).toBeGreaterThan(40)
        expect(summaryOf(rule as RuleLike)).toMatch(/^When .+\.$/s)
      }),
      { seed: 7 },
    )
  })
})

/** A chain of so many groups, one in the other, each with a condition and another logic than the one around it. */
const chain = (levels: number): unknown =>
  Array.from({ length: levels }, (_, level) => level)
    .reverse()
    .reduce<unknown[]>(
      (groups, level) => [
        { logic: level % 2 ? 'OR' : 'AND', conditions: [condition(`field${level}x`, `value${level}x`)], groups },
      ],
      [],
    )

describe('a rule 200 levels deep', () => {
  const said = describeRule({ ...warranty, conditions: chain(200) })

  it('is a list of short sentences, and none of it is left out', () => {
    const text = textOf(said)
    for (let level = 0; level < 200; level++) {
      expect(text).toContain(`its field${level}x is value${level}x`)
    }
    for (const part of [said.ifs.main, ...said.ifs.parts]) expect(plain(part).length).toBeLessThan(200)
    expect(said.ifs.parts).toHaveLength(66)
    expect(plain(said.ifs.main)).toMatch(/part 1 holds$/)
  })

  it('stands in brackets of three levels at most', () => {
    const root = conditionsOf(chain(200))
    expect(root && countOf(root)).toEqual({ conditions: 200, groups: 200 })
    expect(root && apartOf(root, 3).size).toBe(66)
  })

  it('is read no deeper than can be told, and says so', () => {
    const text = textOf(describeRule({ ...warranty, conditions: chain(5000) }))
    expect(text).toContain('Conditions more than 400 levels deep')
    expect(text.length).toBeLessThan(100_000)
  })
})
