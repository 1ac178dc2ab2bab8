import { afterEach, expect, it } from 'vitest'
import { browserContext, setContextProvider } from './request-context'
import { zoneName } from './zone-name'

afterEach(() => setContextProvider(() => browserContext))

it.each([
  ['Europe/London', 'Europe/London'],
  // What Chromium says of a machine whose TZ it doesn’t know.
  ['Etc/Unknown', 'UTC'],
])('the time zone of a browser in %s is %s', (zone, name) => {
  setContextProvider(() => ({ locale: 'en-GB', zone }))
  expect(zoneName()).toBe(name)
})
