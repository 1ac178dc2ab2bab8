import { afterAll, expect, test, vi } from 'vitest'
import { dateFormat, setContextProvider, zoneName } from './request-context'

// Other files of this worker have no such context.
afterAll(() => {
  vi.resetModules()
})

test('a formatter is made once per locale and zone', () => {
  const days = dateFormat({ day: 'numeric', month: 'long' })
  setContextProvider(() => ({ locale: 'en-GB', zone: 'Europe/London' }))
  const british = days()
  expect(british.format(Date.UTC(2026, 10, 24))).toBe('24 November')
  expect(days()).toBe(british)
  setContextProvider(() => ({ locale: 'de-DE', zone: 'Europe/Berlin' }))
  expect(days().format(Date.UTC(2026, 10, 24))).toBe('24. November')
})

test.each(['th-TH', 'fa-IR'])('days in %s are of the calendar that quarters and fiscal years have', (locale) => {
  setContextProvider(() => ({ locale, zone: 'UTC' }))
  const parts = dateFormat({ dateStyle: 'short' })().formatToParts(Date.UTC(2026, 10, 24))
  expect(parts.some(({ value }) => ['2026', '۲۰۲۶', '26'].includes(value))).toBe(true)
})

test.each([
  ['Europe/London', 'Europe/London'],
  // What Chromium says of a machine whose TZ it doesn’t know.
  ['Etc/Unknown', 'UTC'],
])('the time zone of a browser in %s is %s', (zone, name) => {
  setContextProvider(() => ({ locale: 'en-GB', zone }))
  expect(zoneName()).toBe(name)
})

test.each([
  ['fr-CA', 'fr-CA'],
  // What WebKit says of a system without a language, and Intl refuses.
  ['C', 'en-GB'],
])('the locale of a browser in %s is %s', async (language, locale) => {
  vi.stubGlobal('navigator', { language })
  vi.resetModules()
  expect((await import('./request-context')).browserDefaults.locale).toBe(locale)
  vi.unstubAllGlobals()
})
