import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conditionsOf, type Group } from '../rule-parts'
import { operators } from '../sentences/labels'
import { compare } from './compare'
import { evaluate, type Found, reasonsOf } from './evaluate'
import { every, not, some, type Truth } from './kleene'
import { finder } from './trial-sources'
import { scopeOf } from './use-trial'

const truth = fc.constantFrom<Truth[]>(true, false, null)
const truths = fc.array(truth, { maxLength: 6 })

describe('three-valued logic', () => {
  it.each<[Truth, Truth, Truth, Truth]>([
    [true, true, true, true],
    [true, false, false, true],
    [true, null, null, true],
    [false, true, false, true],
    [false, false, false, false],
    [false, null, false, null],
    [null, true, null, true],
    [null, false, false, null],
    [null, null, null, null],
  ])('of %s and %s: both %s, either %s', (a, b, both, either) => {
    expect(every([a, b])).toBe(both)
    expect(some([a, b])).toBe(either)
  })

  it('keeps De Morgan’s laws', () => {
    fc.assert(
      fc.property(truths, (list) => {
        expect(not(every(list))).toBe(some(list.map(not)))
        expect(not(some(list))).toBe(every(list.map(not)))
      }),
    )
  })

  it('never takes back what it said when more is known', () => {
    fc.assert(
      fc.property(truths, fc.boolean(), (list, known) => {
        const told = list.map((one) => one ?? known)
        for (const of of [every, some]) if (of(list) !== null) expect(of(told)).toBe(of(list))
      }),
    )
  })
})

const now = Date.parse('2026-11-21T12:00:00Z')
const ask = (operator: string, actual: unknown, expected: unknown) => {
  const answer = compare(operator, actual, expected, now)
  return typeof answer === 'string' ? null : answer
}

describe('a comparison', () => {
  it.each<[string, unknown, unknown, Truth]>([
    ['equals', 'active', 'active', true],
    ['equals', 'Active', 'active', null],
    ['equals', 'inactive', 'active', false],
    ['equals', 5, 5, true],
    ['equals', 5, '5', null],
    ['equals', 5, '6', false],
    ['equals', true, 'true', null],
    ['equals', null, 'active', false],
    ['equals', null, null, true],
    ['equals', 'x', null, false],
    ['equals', { id: '7', name: 'Approver' }, 'Approver', true],
    ['equals', { id: '7', name: 'Approver' }, '7', true],
    ['equals', { count: 1 }, 'Approver', null],
    ['equals', ['a'], 'a', null],
    ['equals', 'Server', ['Server'], null],
    ['equals', '2026-01-01T00:00:00.000Z', '2026-01-01', true],
    ['equals', '2026-01-01T09:00:00.000Z', '2026-01-01', null],
    ['equals', '2026-01-05T09:00:00.000Z', '2026-01-01', false],
    ['equals', 'active', '{{company.status}}', null],
    ['not_equals', 'Online', 'Retired', true],
    ['not_equals', null, 'Retired', null],
    ['not_equals', null, null, false],
    ['contains', 'LON-PROD-1', '-PROD-', true],
    ['contains', 'lon-prod-1', '-PROD-', null],
    ['contains', null, '-PROD-', false],
    ['contains', 12, '1', null],
    ['contains', ['a', 'b'], 'b', true],
    ['contains', 'text', '', null],
    ['not_contains', null, 'x', null],
    ['not_contains', 'Retail', 'Charity', true],
    ['starts_with', 'Windows Server 2025', 'Windows Server', true],
    ['ends_with', 'SRV-OLD', '-OLD', true],
    ['ends_with', 'SRV-NEW', '-OLD', false],
    ['contains', { id: '7a-11', name: 'Approver' }, 'Appr', true],
    ['contains', { id: '7a-11', name: 'Approver' }, '7a', null],
    ['not_contains', { id: '7a-11', name: 'Approver' }, '7a', null],
    ['starts_with', { id: '7a-11' }, 'b', null],
    ['ends_with', { id: '7a-11', name: 'Approver' }, 'b', false],
    ['in', 'Server', ['Switch', 'Server'], true],
    ['in', 'Laptop', ['Switch', 'Server'], false],
    ['in', 'Server', 'Server', null],
    ['in', 'x', [], false],
    ['not_in', 'Laptop', ['Switch', 'Server'], true],
    ['greater_than', 6, 5, true],
    ['greater_than', '6', 5, null],
    ['greater_than', null, 5, false],
    ['greater_than', '2026-11-01T00:00:00Z', '2026-01-01', true],
    ['less_than', 5, 5, false],
    ['greater_or_equal', 5, 5, true],
    ['less_or_equal', 'b', 'c', null],
    ['less_or_equal', '2026-01-01', '2026-01-01', true],
    ['is_empty', null, null, true],
    ['is_empty', '', null, true],
    ['is_empty', [], null, true],
    ['is_empty', 0, null, false],
    ['is_not_empty', false, null, true],
    ['is_empty', '', true, true],
    ['is_empty', '', false, null],
    ['is_not_empty', 'x', false, null],
    ['is_empty', 'x', 'no', null],
    ['before', '2025-12-30T00:00:00.000Z', '2026-01-01', true],
    ['before', '2026-01-01T00:00:00.000Z', '2026-01-01', false],
    ['before', '2025-12-31T20:00:00.000Z', '2026-01-01', null],
    ['before', 'soon', '2026-01-01', null],
    ['after', '2026-01-03T12:00:01.000Z', '2026-01-01', true],
    ['after', '2026-01-01T09:00:00.000Z', '2026-01-01', null],
    ['after', null, '2026-01-01', false],
    ['within_days', '2026-11-20T12:00:00Z', 30, true],
    ['within_days', '2026-12-20T12:00:00Z', 30, true],
    ['within_days', '2026-10-22T00:00:00Z', 30, null],
    ['within_days', '2026-01-01T00:00:00Z', 30, false],
    ['within_days', '2026-11-20T12:00:00Z', '30', null],
    ['within_days', '2026-10-24', 30, true],
    ['within_days', '2026-10-23', 30, null],
    ['older_than_days', '2026-10-21', 30, null],
    ['older_than_days', '2026-10-20', 30, true],
    ['older_than_days', '2026-01-01T00:00:00Z', 30, true],
    ['older_than_days', '2026-11-20T00:00:00Z', 30, false],
    ['older_than_days', '2027-11-20T00:00:00Z', 30, false],
    ['older_than_days', null, 30, false],
    ['sounds_like', 'a', 'a', null],
    ['constructor', 'a', 'a', null],
    ['', 'a', 'a', null],
  ])('%s of %j and %j', (operator, actual, expected, answer) => {
    expect(ask(operator, actual, expected)).toBe(answer)
  })

  const any = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('2026-01-01', '2026-01-01T00:00:00.000Z', 'Active', 'active', '5', ''),
  )

  it('answers or says why not, whatever it is given', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(operators), 'odd'), any, any, (operator, actual, expected) => {
        const answer = compare(operator, actual, expected, now)
        if (typeof answer === 'string') expect(answer).not.toBe('')
        else expect(typeof answer).toBe('boolean')
      }),
      { seed: 8 },
    )
  })

  it('and its opposite never agree, unless neither can be told', () => {
    const pairs = [
      ['equals', 'not_equals'],
      ['contains', 'not_contains'],
      ['in', 'not_in'],
      ['is_empty', 'is_not_empty'],
    ] as const
    fc.assert(
      fc.property(fc.constantFrom(...pairs), any, any, ([positive, negative], actual, expected) => {
        const [yes, no] = [ask(positive, actual, expected), ask(negative, actual, expected)]
        if (yes !== null && no !== null) expect(no).toBe(!yes)
        if (actual !== null && actual !== '') expect(no === null || yes !== null).toBe(true)
      }),
      { seed: 9 },
    )
  })

  it('of numbers is their order', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        expect([ask('less_than', a, b), ask('equals', a, b), ask('greater_than', a, b)]).toEqual([
          a < b,
          a === b,
          a > b,
        ])
        expect([ask('less_or_equal', a, b), ask('greater_or_equal', a, b)]).toEqual([a <= b, a >= b])
      }),
    )
  })
})

const leaf = (field: string, operator = 'equals', value: unknown = true) => ({ field, operator, value })
const group = (logic: string | undefined, conditions: unknown[], groups: unknown[] = []) => ({
  logic,
  conditions,
  groups,
})
const read = (conditions: unknown) => conditionsOf(conditions) as Group

/** Fields that say of themselves what they hold: t, f and u. */
const known = (field: string): Found => (field === 'u' ? { unread: 'it is not here' } : { value: field === 't' })
const truthOf = (conditions: unknown) => {
  const root = read(conditions)
  return evaluate(root, known, now).get(root)?.truth
}

describe('the conditions of a rule', () => {
  it.each<[string, unknown, Truth]>([
    ['all met', [group('AND', [leaf('t'), leaf('t')])], true],
    ['one of all not met', [group('AND', [leaf('t'), leaf('u'), leaf('f')])], false],
    ['one of all unknown', [group('AND', [leaf('t'), leaf('u')])], null],
    ['one of any met', [group('OR', [leaf('u'), leaf('t')])], true],
    ['any unknown', [group('OR', [leaf('u'), leaf('f')])], null],
    ['none met', [group('NOT', [leaf('f'), leaf('f')])], true],
    ['one of none met', [group('NOT', [leaf('t'), leaf('u')])], false],
    ['untold, but all agree', [group(undefined, [leaf('t'), leaf('t')])], true],
    ['untold, and they differ', [group(undefined, [leaf('t'), leaf('f')])], null],
    ['a logic of its own', [group('XOR', [leaf('t'), leaf('t')])], null],
    ['none at all', [], true],
    ['an empty group', [group('OR', [])], true],
    ['an empty group beside one that is not met', [group('OR', [leaf('f')], [group('AND', [])])], false],
    ['nested', [group('AND', [leaf('t')], [group('OR', [leaf('f')], [group('AND', [leaf('t'), leaf('t')])])])], true],
    ['of no known form', ['status = 1'], null],
    ['with more to it', [{ ...leaf('t'), negate: true }], null],
    ['two groups that agree', [group('AND', [leaf('t')]), group('AND', [leaf('t')])], true],
  ])('%s', (_, conditions, truth) => {
    expect(truthOf(conditions)).toBe(truth)
  })

  it('200 levels deep are told like any other', () => {
    const deep = (innermost: string) =>
      Array.from({ length: 200 }).reduce<unknown>(
        (inner, _, level) => group(level % 2 ? 'OR' : 'AND', [leaf(level % 2 ? 'f' : 't')], [inner]),
        group('AND', [leaf(innermost)]),
      )
    expect(truthOf([deep('t')])).toBe(true)
    expect(truthOf([deep('f')])).toBe(false)
    expect(truthOf([deep('u')])).toBe(null)
  })

  it('follow De Morgan through groups', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('t', 'f', 'u'), { minLength: 1, maxLength: 5 }), (fields) => {
        const leaves = fields.map((field) => leaf(field))
        const notAny = truthOf([group('NOT', leaves)])
        const allNot = truthOf([
          group(
            'AND',
            [],
            leaves.map((one) => group('NOT', [one])),
          ),
        ])
        expect(notAny).toBe(allNot)
      }),
    )
  })

  it('say why they are not met, or cannot be told', () => {
    const why = (conditions: unknown) => {
      const root = read(conditions)
      return reasonsOf(root, evaluate(root, known, now), 'device')
    }
    expect(why([group('AND', [leaf('t'), leaf('f')])])).toEqual(['its f is no'])
    expect(why([group('OR', [leaf('f'), leaf('f')])])).toEqual(['its f is no'])
    expect(why([group('AND', [leaf('t'), leaf('u')])])).toEqual(['its u cannot be compared: it is not here'])
    expect(why([group('NOT', [leaf('t')])])).toEqual(['its t is yes'])
    expect(why([group(undefined, [leaf('t'), leaf('f')])])).toEqual([
      'the server doesn’t say whether all or any of the conditions must hold',
      'its t is yes',
      'its f is no',
    ])
    expect(why([group('AND', [leaf('f')], [group('OR', [leaf('x')])])])).toEqual(['its f is no', 'its x is no'])
  })
})

describe('the fields of a record', () => {
  const find = finder('device', {
    device: { record: { name: 'SRV', lastSeen: null, location: { name: 'Leeds' } } },
    company: { unread: 'its company cannot be read' },
  })

  it.each<[string, Found]>([
    ['device.name', { value: 'SRV' }],
    ['name', { value: 'SRV' }],
    ['device.lastSeen', { value: null }],
    ['device.location.name', { value: 'Leeds' }],
    ['location.name', { value: 'Leeds' }],
    ['device.constructor', { unread: 'the API response has no field “constructor”' }],
    ['company.status', { unread: 'its company cannot be read' }],
    ['ticket.status', { unread: 'the API response doesn’t include the ticket of this device' }],
    ['', { unread: 'the field is unknown' }],
  ])('%s', (field, found) => {
    expect(find(field)).toEqual(found)
  })
})

it.each<[object, Truth | undefined]>([
  [{ companyIds: [], companies: [] }, undefined],
  [{ companyIds: null, companies: null }, null],
  [{ companyIds: ['a'] }, true],
  [{ companies: [{ id: 'a', name: 'Acme' }] }, true],
  [{ companyIds: ['b'], companies: [{ id: 'b' }] }, false],
])('the companies of the rule %j cover the record: %s', (rule, truth) => {
  expect(scopeOf(rule, 'a')?.truth).toBe(truth)
})
