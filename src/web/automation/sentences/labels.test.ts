import { describe, expect, it } from 'vitest'
import { humanize } from '../../lib/text/humanize'
import { actionName, asked, fieldName, subject, triggerIcon, valueText } from './labels'

describe('the words of a rule', () => {
  it('are those of the domain where they are known', () => {
    expect(actionName('create_ticket')).toBe('Create a ticket')
    expect(fieldName('user.lastLogin')).toBe('Last sign-in')
    expect(subject('user.lastLogin', 'user')).toBe('its last sign-in')
    expect(subject('company.status', 'device')).toBe('the company’s status')
  })

  it('are readable where they are not, and never hidden', () => {
    expect(actionName('page_on-call_engineer')).toBe('Page on call engineer')
    expect(fieldName('device.warrantyEnd')).toBe('Device warranty end')
    expect(fieldName('__')).toBe('“__”')
    expect(humanize('URLShortener')).toBe('Urlshortener')
    expect(actionName('constructor')).toBe('Constructor')
    expect(subject('', 'device')).toBe('an unknown field')
    expect(triggerIcon('toString')).toBe('zap')
  })

  it.each([
    ['equals', 'Online', 'is Online'],
    ['older_than_days', 30, 'is older than 30 days'],
    ['within_days', 1, 'is within 1 day of today'],
    ['older_than_days', 'a month', 'is older than a month'],
    ['contains', '-PROD-', 'contains “-PROD-”'],
    ['in', ['Server', 'Firewall', 'Switch'], 'is one of Server, Firewall or Switch'],
    ['not_in', ['Retired', 'Maintenance'], 'is neither Retired nor Maintenance'],
    ['not_in', ['Retired'], 'is none of Retired'],
    ['before', '2026-01-01', 'is before 1 Jan 2026'],
    ['greater_or_equal', 2026, 'is at least 2026'],
    ['equals', null, 'is nothing'],
    ['equals', '', 'is “”'],
    ['is_empty', null, 'is empty null'],
    ['is_not_empty', '', 'is not empty null'],
    ['is_empty', true, 'is empty null'],
    ['is_empty', false, 'is empty (value: no)'],
    ['is_empty', 'yes', 'is empty (value: “yes”)'],
    ['equals', '5', 'is “5”'],
    ['equals', 5, 'is 5'],
    ['equals', 'yes', 'is “yes”'],
    ['equals', true, 'is yes'],
    ['equals', 'nothing', 'is “nothing”'],
    ['equals', 'London and its status is Retired', 'is “London and its status is Retired”'],
    ['in', ['Smith, Jones', 'Brown'], 'is one of “Smith, Jones” or Brown'],
    ['in', [''], 'is one of “”'],
    ['in', ['2026-01-01'], 'is one of 1 Jan 2026'],
    ['within_days', '30', 'is within 30 days of today'],
    ['matches_regex', '^SRV', 'matches regex ^SRV'],
    ['~=', { a: 1 }, '~= a: 1'],
  ])('say that a field %s %j', (operator, value, said) => {
    const { verb, value: text } = asked(operator, value)
    expect(`${verb} ${text}`).toBe(said)
  })

  it.each([
    [null, 'nothing'],
    [true, 'yes'],
    [['Server', 'Firewall'], 'Server, Firewall'],
    [[], 'nothing'],
    [0, '0'],
    [{ a: 1 }, 'a: 1'],
    [{ a: '' }, 'a: “”'],
    [{ maxDays: [1, 2], to: { role: 'owner', copy: false } }, 'max days: (1, 2); to: (role: owner; copy: no)'],
    [[{ a: 1 }, {}], '(a: 1), (nothing)'],
  ])('show the value %j', (value, text) => {
    expect(valueText(value)).toBe(text)
  })
})
