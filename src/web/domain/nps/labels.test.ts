import { describe, expect, it } from 'vitest'
import { formatPercentTenths } from '../../ui/format/percent'
import { npsText } from '../nps-text'
import { respondentOf } from '../records/response'
import { followUpBadge } from './labels'

describe('who answered', () => {
  it.each([
    [{ respondentName: 'Helen Tranter', respondentEmail: 'h@kestrel.example' }, 'Helen Tranter'],
    [{ respondentName: ' ', respondentEmail: 'h@kestrel.example' }, 'h@kestrel.example'],
    [{ respondentName: null, respondentEmail: null }, 'Anonymous'],
    [{}, 'Anonymous'],
  ])('in %j is %j', (record, name) => {
    expect(respondentOf(record)).toBe(name)
  })
})

describe('a follow-up', () => {
  it.each([
    [true, false, 'Waiting'],
    [true, null, 'Waiting'],
    [true, true, 'Handled'],
    [false, true, 'Handled'],
    [false, false, 'None'],
    [null, null, undefined],
    [undefined, false, undefined],
  ])('that is required: %j and completed: %j is %j', (followUpRequired, followUpCompleted, word) => {
    expect(followUpBadge({ followUpRequired, followUpCompleted })?.word).toBe(word)
  })
})

it('writes a score with its sign, and a share', () => {
  expect([38.1, -12, 0].map(npsText)).toEqual(['+38.1', '−12.0', '0.0'])
  expect([19.2, 0, 100].map(formatPercentTenths)).toEqual(['19.2%', '0.0%', '100.0%'])
})
