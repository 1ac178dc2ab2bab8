import { describe, expect, it } from 'vitest'
import { goalState } from '../domain/goal-due'
import { periodText, timelineOf } from './labels'

const now = new Date(2026, 10, 23, 15, 0)

describe('the state of a goal', () => {
  it.each([
    [{ dueDate: '2026-11-22', progressPercentage: 99 }, 'Overdue by 1 day'],
    [{ dueDate: '2025-11-23', progressPercentage: null }, 'Overdue by 365 days'],
    [{ dueDate: '2026-11-23', progressPercentage: 0 }, 'Due today'],
    [{ dueDate: '2026-11-24' }, 'Due tomorrow'],
    [{ dueDate: '2026-12-22' }, 'Due in 29 days'],
    [{ dueDate: '2026-12-23' }, 'Due later'],
    [{ dueDate: '2026-01-01', progressPercentage: 100 }, 'Completed'],
    [{ dueDate: null, progressPercentage: 120 }, 'Completed'],
    [{ dueDate: '2026-01-01', status: { name: 'Completed' } }, 'Completed'],
    [{ dueDate: '2026-01-01', progressPercentage: 40, status: { name: 'Cancelled' } }, 'Cancelled'],
    [{ dueDate: '2026-11-24', status: { name: 'canceled ' } }, 'Cancelled'],
    [{ dueDate: '2026-11-22', status: { name: 'At risk' } }, 'Overdue by 1 day'],
    [{ dueDate: '2027-12-23', status: { name: 'In progress' } }, 'In progress'],
    [{ dueDate: '2027-12-23', status: { name: 'With the board' } }, 'With the board'],
    [{ status: { name: 'not started' } }, 'Not started'],
    [{ dueDate: null, progressPercentage: 40 }, undefined],
    [{ dueDate: 'soon' }, undefined],
    [{}, undefined],
  ])('of %j is %j', (goal, word) => {
    expect(goalState(goal, now)?.word).toBe(word)
  })
})

describe('the period of a goal', () => {
  it.each([
    ['Q4', 2026, 'Q4 2026'],
    [null, 2026, '2026'],
    ['Q4', undefined, 'Q4'],
    [null, null, ''],
  ])('of %j and %j is %j', (quarter, year, text) => {
    expect(periodText(quarter, year)).toBe(text)
  })
})

describe('the timeline', () => {
  const update = (day: number, progressPercentage: number | null) => ({
    createdAt: `2026-11-0${day}T09:00:00.000Z`,
    progressPercentage,
  })
  const changes = (updates: Parameters<typeof timelineOf>[0]) =>
    timelineOf(updates).map(({ before, progressPercentage }) => [before, progressPercentage])

  it('has the newest first, whatever the order in which it came', () => {
    expect(changes([update(2, 40), update(3, 70), update(1, 10)])).toEqual([
      [40, 70],
      [10, 40],
      [null, 10],
    ])
  })

  it('passes over updates that say nothing of progress', () => {
    expect(changes([update(1, 10), update(2, null), update(3, 5)])).toEqual([
      [10, 5],
      [10, null],
      [null, 10],
    ])
  })

  it('takes updates without a date for the oldest', () => {
    expect(changes([update(1, 50), { createdAt: null, progressPercentage: 20 }])).toEqual([
      [20, 50],
      [null, 20],
    ])
  })
})
