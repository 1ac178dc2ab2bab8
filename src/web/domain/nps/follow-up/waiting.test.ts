import { describe, expect, it } from 'vitest'
import { clockOf, clockText, isFollowUpUnknown, queueOf } from './waiting'

const now = new Date('2026-11-23T10:42:00.000Z')
const waiting = (id: string, score: number, responseDate: string) => ({
  id,
  score,
  responseDate,
  followUpRequired: true,
  followUpCompleted: false,
})

describe('the queue of those who wait', () => {
  it('begins with the detractor who has waited longest', () => {
    const answers = [
      waiting('promoter', 9, '2026-01-01T00:00:00.000Z'),
      waiting('late detractor', 2, '2026-11-22T00:00:00.000Z'),
      waiting('passive', 7, '2026-01-01T00:00:00.000Z'),
      waiting('early detractor', 6, '2026-11-20T00:00:00.000Z'),
      { ...waiting('done', 0, '2026-01-01T00:00:00.000Z'), followUpCompleted: true },
      { ...waiting('not needed', 0, '2026-01-01T00:00:00.000Z'), followUpRequired: false },
    ]
    expect(queueOf(answers).map(({ id }) => id)).toEqual(['early detractor', 'late detractor', 'passive', 'promoter'])
  })

  it('keeps answers of another server that lack nearly everything', () => {
    expect(queueOf([{ id: 'a', followUpRequired: true }, { id: 'b' }]).map(({ id }) => id)).toEqual(['a'])
  })
})

it.each([
  [{ id: 'a' }, true],
  [{ id: 'a', followUpRequired: null, followUpCompleted: false }, true],
  [{ id: 'a', followUpRequired: null, followUpCompleted: true }, false],
  [{ id: 'a', followUpRequired: false, followUpCompleted: null }, false],
])('whether the follow-up of %j is unknown: %j', (answer, expected) => {
  expect(isFollowUpUnknown(answer)).toBe(expected)
})

describe('the clock', () => {
  it.each([
    ['2026-11-23T10:42:00.000Z', 48, 'calm', '48 h left'],
    ['2026-11-22T09:00:00.000Z', 23, 'attention', '23 h left'],
    ['2026-11-21T10:42:00.000Z', 0, 'attention', '0 h left'],
    ['2026-11-21T10:41:59.000Z', -1, 'bad', '1 h overdue'],
    ['2026-11-21T09:42:00.000Z', -1, 'bad', '1 h overdue'],
    ['2026-11-21T08:50:00.000Z', -1, 'bad', '1 h overdue'],
    ['2026-11-21T08:42:00.000Z', -2, 'bad', '2 h overdue'],
    ['2026-11-10T10:42:00.000Z', -264, 'bad', '11 days overdue'],
    ['2026-11-24T10:42:00.000Z', 48, 'calm', '48 h left'],
  ])('of %s shows %s', (responseDate, left, tone, text) => {
    const clock = clockOf({ id: 'a', responseDate }, now)
    expect(clock).toMatchObject({ left, tone })
    expect(clock && clockText(clock)).toBe(text)
  })

  it('is none without a date', () => {
    expect(clockOf({ id: 'a', responseDate: null }, now)).toBeNull()
    expect(clockOf({ id: 'a', responseDate: 'yesterday' }, now)).toBeNull()
  })
})
