import { afterEach, expect, it } from 'vitest'
import { browserContext, setContextProvider } from '../../lib/request-context'
import { fileName } from './file-name'

afterEach(() => setContextProvider(() => browserContext))

it.each([
  ['America/Los_Angeles', '2026-11-23T03:00:00.000Z', 'company-users-2026-11-22.csv'],
  ['Pacific/Auckland', '2026-11-22T13:00:00.000Z', 'company-users-2026-11-23.csv'],
])('names a file by the day in %s', (place, now, name) => {
  setContextProvider(() => ({ locale: 'en-GB', zone: place }))
  expect(fileName('Company users', 'csv', new Date(now))).toBe(name)
})
