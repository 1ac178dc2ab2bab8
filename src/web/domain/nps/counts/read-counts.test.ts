import { afterEach, expect, it } from 'vitest'
import { browserContext, setContextProvider } from '../../../lib/request-context'
import { boundsOf } from './read-counts'

afterEach(() => setContextProvider(() => browserContext))

it.each([
  [
    'days, where the user is',
    [{ dateFrom: '2026-06-01', dateTo: '2026-06-30' }],
    '2026-06-01T04:00:00.000Z,2026-07-01T04:00:00.000Z',
  ],
  [
    'moments as they are, the last one included',
    [{ dateFrom: '2026-06-01T00:00:00.000Z', dateTo: '2026-06-30T23:59:59.999Z' }],
    '2026-06-01T00:00:00.000Z,2026-07-01T00:00:00.000Z',
  ],
  ['all time', [{}], '0001-01-01T00:00:00.000Z,9999-12-31T23:59:59.999Z'],
  [
    'two that follow each other',
    [{ dateTo: '2026-05-31' }, { dateFrom: '2026-06-01', dateTo: '2026-06-01' }],
    '0001-01-01T00:00:00.000Z,2026-06-01T04:00:00.000Z,2026-06-02T04:00:00.000Z',
  ],
  ['not those with a gap', [{ dateTo: '2026-05-30' }, { dateFrom: '2026-06-01' }], null],
  ['not a reversed one', [{ dateFrom: '2026-06-02', dateTo: '2026-06-01' }], null],
])('counts %s', (_, spans, bounds) => {
  setContextProvider(() => ({ locale: 'en-GB', zone: 'America/New_York' }))
  expect(boundsOf(spans)).toBe(bounds)
})
