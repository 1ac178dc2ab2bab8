import { describe, expect, it } from 'vitest'
import type { RuleLike } from '../rule-like'
import { plain } from '../sentences/prose'
import { missingOf, versionsOf } from './versions'

const rule: RuleLike = {
  triggerType: 'absence',
  entityType: 'device',
  triggerConfig: { field: 'device.lastSeen', days: 30 },
}
const changes = (before: object, after: object) =>
  versionsOf([{ id: '1', before: { ...before }, after: { ...after } }], rule)[0]?.changes.map(plain)
const status = (value: string) => [
  { logic: 'AND', conditions: [{ field: 'device.status', operator: 'equals', value }] },
]

describe('what a version changed', () => {
  it('is said in plain words', () => {
    expect(changes({ isActive: true, version: 8 }, { isActive: false, version: 9 })).toEqual(['switched off'])
    expect(changes({ priority: 5 }, { priority: 10 })).toEqual(['the priority 5 became 10'])
    expect(changes({ description: null }, { description: 'New' })).toEqual(['the description empty became “New”'])
    expect(changes({ conditions: status('Online') }, { conditions: status('Offline') })).toEqual([
      'the condition “its status is Online” became “its status is Offline”',
    ])
    expect(changes({ conditions: [] }, { conditions: status('Offline') })).toEqual([
      'the condition “its status is Offline” was added',
    ])
    expect(
      changes({ conditions: status('Offline') }, { conditions: [{ ...status('Offline')[0], logic: 'OR' }] }),
    ).toEqual(['how the conditions combine changed'])
    expect(
      changes({ triggerConfig: rule.triggerConfig }, { triggerConfig: { field: 'device.lastSeen', days: 14 } }),
    ).toEqual([
      'the trigger the last contact of a device has been missing or unchanged for 30 days became the last contact of a device has been missing or unchanged for 14 days',
    ])
    expect(changes({ companyIds: [] }, { companyIds: ['a'] })).toEqual(['the rule now applies to 1 company only'])
    expect(changes({ companyIds: ['a', 'b'] }, { companyIds: ['b', 'c'] })).toEqual([
      'the rule applies to 1 company more and 1 company fewer',
    ])
    expect(changes({ aggregationConfig: null }, { aggregationConfig: { enabled: true, minBatchSize: 2 } })).toEqual([
      'batching off became “for several of a kind, once there are 2”',
    ])
    expect(changes({ moonPhase: 1 }, { moonPhase: 2 })).toEqual(['the moon phase 1 became 2'])
    expect(changes({ updatedAt: 'a' }, { updatedAt: 'b' })).toEqual([])
  })

  const one = (name: string, value: unknown = 1) => ({ field: name, operator: 'equals', value })
  const conditions = (was: object[], is: object[]) => changes({ conditions: was }, { conditions: is })
  const combine = 'how the conditions combine changed'

  it('tells how conditions combine apart from what they ask', () => {
    const and = { logic: 'AND', conditions: [one('a'), one('b')] }
    expect(conditions([and], [{ logic: 'OR', conditions: [one('a'), one('b', 2)] }])).toEqual([
      'the condition “its b is 1” became “its b is 2”',
      combine,
    ])
    const not = { logic: 'NOT', conditions: [one('c')] }
    expect(
      conditions(
        [{ ...and, groups: [not] }],
        [{ logic: 'AND', conditions: [one('a', 2)], groups: [{ logic: 'NOT', conditions: [one('c'), one('b')] }] }],
      ),
    ).toEqual(['the condition “its a is 1” became “its a is 2”', combine])
    expect(conditions([and], [{ ...and, conditions: [...and.conditions, one('c')] }])).toEqual([
      'the condition “its c is 1” was added',
    ])
    expect(conditions([{ ...and, id: '1' }], [{ ...and, id: '2', groups: [{ logic: 'OR', conditions: [] }] }])).toEqual(
      ['the conditions changed, but not their meaning'],
    )
    expect(conditions([{ conditions: [one('a', '5')] }], [{ conditions: [one('a', 5)] }])).toEqual([
      'the condition “its a is “5”” became “its a is 5”',
    ])
    const placeholder = [{ conditions: [one('a', '{{company.name}}')] }]
    expect(conditions(placeholder, [{ conditions: [one('a', 'company name')] }])).toEqual([
      'the condition “its a is [company name]” became “its a is company name”',
    ])
  })

  it('tells how conditions 200 levels deep combine', () => {
    const deep = (innermost: string) =>
      Array.from({ length: 200 }).reduce<object>(
        (inner, _, level) => ({ logic: level % 2 ? 'OR' : 'AND', conditions: [one(`f${level}`)], groups: [inner] }),
        { logic: innermost, conditions: [one('a'), one('b')] },
      )
    expect(conditions([deep('OR')], [deep('NOT')])).toEqual([combine])
    expect(conditions([deep('OR')], [deep('or')])).toEqual(['the conditions changed, but not their meaning'])
  })

  it('says so where a change has the same words', () => {
    expect(changes({ triggerConfig: { days: 30 } }, { triggerConfig: { days: '30' } })).toEqual([
      'the trigger something of a device has been missing or unchanged for 30 days changed in a way that words don’t show',
    ])
  })

  it('tells the order of actions', () => {
    const action = (actionType: string) => ({ actionType, requiresApproval: false, config: {} })
    const [ticket, email, task] = ['create_ticket', 'send_email', 'create_task'].map(action)
    expect(changes({ actions: [ticket, email] }, { actions: [email, ticket] })).toEqual([
      'the order of the actions changed',
    ])
    expect(changes({ actions: [ticket, email] }, { actions: [task, ticket, email] })).toEqual([
      'the action “add a task” was added',
    ])
  })

  it('tells companies that are no longer known, and settings of batching that is off', () => {
    expect(changes({ companyIds: ['a'] }, { companyIds: null })).toEqual([
      'the server no longer says which companies the rule applies to',
    ])
    expect(
      changes(
        { aggregationConfig: { enabled: false, minBatchSize: 2, groupBy: 'company' } },
        { aggregationConfig: { enabled: false, minBatchSize: 5, groupBy: 'company' } },
      ),
    ).toEqual(['batching is off; its min batch size 2 became 5'])
  })

  it('tells a trigger with the rest of the rule as it was then', () => {
    const traces = [
      { id: '2', before: { triggerConfig: { days: 30 } }, after: { triggerConfig: { days: 14 } } },
      { id: '1', before: { triggerType: 'new_moon' }, after: { triggerType: 'absence' } },
    ]
    const [, oldest] = versionsOf(traces, { ...rule, triggerConfig: { days: 14 } })
    expect(oldest?.changes.map(plain)).toEqual([
      'the trigger its trigger new moon fires for a device, with days 30 became something of a device has been missing or unchanged for 30 days',
    ])
  })

  it('is known only where a trace was kept', () => {
    const at = (version: number) => ({ id: String(version), version, at: null, by: {}, changes: [] })
    expect(missingOf([at(9), at(7), at(6)], 9)).toEqual([
      [1, 5],
      [8, 8],
    ])
    expect(missingOf([], 3)).toEqual([[1, 3]])
    expect(missingOf([at(2), at(1)], 2)).toEqual([])
    expect(missingOf([at(1)], null)).toEqual([])
  })
})
