import { expect, it } from 'vitest'
import { nextRun } from './next-run'

const runAt = (zone: string, time: string, daysFromEnd: number, after: string) =>
  nextRun({ rhythm: 'monthly', daysFromEnd, time, zone }, new Date(after)).toISOString()

it('A run at a time that clocks skip is as much later, west and east of Greenwich', () => {
  // Clocks go from 02:00 to 03:00 on 14 and 28 March 2027.
  expect(runAt('America/New_York', '02:30', 14, '2027-03-02T00:00:00Z')).toBe('2027-03-14T07:30:00.000Z')
  expect(runAt('Europe/Berlin', '02:30', 28, '2027-03-02T00:00:00Z')).toBe('2027-03-28T01:30:00.000Z')
  // Half an hour before and after.
  expect(runAt('America/New_York', '01:59', 14, '2027-03-02T00:00:00Z')).toBe('2027-03-14T06:59:00.000Z')
  expect(runAt('America/New_York', '03:00', 14, '2027-03-02T00:00:00Z')).toBe('2027-03-14T07:00:00.000Z')
  expect(runAt('Europe/Berlin', '03:00', 28, '2027-03-02T00:00:00Z')).toBe('2027-03-28T01:00:00.000Z')
})

it('A run at a time that clocks show twice is at the first', () => {
  expect(runAt('America/New_York', '01:30', 7, '2027-11-02T00:00:00Z')).toBe('2027-11-07T05:30:00.000Z')
  expect(runAt('Europe/Berlin', '02:30', -1, '2027-10-02T00:00:00Z')).toBe('2027-10-30T00:30:00.000Z')
  expect(runAt('Europe/Berlin', '02:30', 0, '2027-10-02T00:00:00Z')).toBe('2027-10-31T00:30:00.000Z')
})
