import { expect, it } from 'vitest'
import { lastDays } from './period'

it('two periods meet without a gap, and the last ends today', () => {
  expect(lastDays(90, new Date('2026-11-23T23:59:00.000Z'))).toEqual({
    now: { dateFrom: '2026-08-26', dateTo: '2026-11-23' },
    before: { dateFrom: '2026-05-28', dateTo: '2026-08-25' },
  })
  expect(lastDays(1, new Date('2026-03-01T00:00:00.000Z'))).toEqual({
    now: { dateFrom: '2026-03-01', dateTo: '2026-03-01' },
    before: { dateFrom: '2026-02-28', dateTo: '2026-02-28' },
  })
})
