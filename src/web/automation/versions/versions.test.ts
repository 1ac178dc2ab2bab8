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
