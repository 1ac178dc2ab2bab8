import { describe, expect, it } from 'vitest'
import { readable } from '../kit/readable'
import { actionName, fieldName, operatorName, triggerFacts, triggerIcon, valueText } from './words'

describe('the words of a rule', () => {
  it('are those of the domain where they are known', () => {
    expect(operatorName('older_than_days')).toBe('is older than days')
    expect(actionName('create_ticket')).toBe('Create a ticket')
    expect(fieldName('user.lastLogin')).toBe('Last sign-in')
  })

  it('are readable where they are not, and never hidden', () => {
    expect(operatorName('matches_regex')).toBe('Matches regex')
    expect(actionName('page_on-call_engineer')).toBe('Page on call engineer')
    expect(fieldName('device.warrantyEnd')).toBe('Device warranty end')
    expect(readable('URLShortener')).toBe('Urlshortener')
    expect(actionName('constructor')).toBe('Constructor')
    expect(triggerIcon('toString')).toBe('zap')
  })

  it('tell a trigger’s configuration as facts, known or not', () => {
    expect(triggerFacts({ dateField: 'device.warrantyEnd', daysBefore: 60, runAt: '06:00' })).toEqual([
      ['Date', 'Device warranty end'],
      ['Ahead', '60 days before'],
      ['Looked at', 'every day at 06:00'],
    ])
    expect(triggerFacts({ frequency: 'weekly', dayOfWeek: 1, runAt: '07:00' })).toContainEqual(['At', '07:00'])
    expect(triggerFacts({ field: 'user.status', from: null, to: 'active' })).toContainEqual(['From', 'any value'])
    expect(triggerFacts({ constructor: 7, graceHours: 3 })).toEqual([
      ['Constructor', '7'],
      ['Grace hours', '3'],
    ])
  })

  it.each([
    [null, 'nothing'],
    [true, 'yes'],
    [['Server', 'Firewall'], 'Server, Firewall'],
    [0, '0'],
    [{ a: 1 }, '{"a":1}'],
  ])('show the value %j', (value, text) => {
    expect(valueText(value)).toBe(text)
  })
})
