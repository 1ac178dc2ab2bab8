import { afterEach, expect, it } from 'vitest'
import { dueState } from '../../domain/goal-due'
import { browserContext, setContextProvider } from '../../lib/request-context'
import { slipFrom } from './slip'

afterEach(() => setContextProvider(() => browserContext))

// Monday evening in New York, Tuesday in UTC and Tokyo.
const goal = { id: 'g', dueDate: '2026-11-24T02:00:00.000Z', progressPercentage: 50 }

it.each([
  ['2026-11-24T23:00:00.000Z', 'America/New_York', { kind: 'late', days: 1 }, 'Overdue by 1 day'],
  ['2026-11-24T23:00:00.000Z', 'UTC', { kind: 'on time' }, 'Due today'],
  ['2026-11-24T23:00:00.000Z', 'Asia/Tokyo', { kind: 'late', days: 1 }, 'Overdue by 1 day'],
  ['2026-11-25T02:00:00.000Z', 'UTC', { kind: 'late', days: 1 }, 'Overdue by 1 day'],
  ['2026-11-24T04:00:00.000Z', 'America/New_York', { kind: 'on time' }, 'Due today'],
])('at %s a reader in %s reads on the road map what the goal’s page says', (time, zone, slip, word) => {
  setContextProvider(() => ({ locale: 'en-GB', zone }))
  const now = new Date(time)
  expect(slipFrom(goal, now)).toEqual(slip)
  expect(dueState(goal, now)?.word).toBe(word)
})
