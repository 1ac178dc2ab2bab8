import { afterEach, expect, it, vi } from 'vitest'
import { browserContext, setContextProvider } from '../../lib/request-context'
import { readAddress } from './address'

afterEach(() => {
  vi.useRealTimers()
  setContextProvider(() => browserContext)
})

it('plans from the year that the user has', () => {
  vi.useFakeTimers({ now: new Date('2026-12-31T20:30:00Z') })
  const yearIn = (zone: string) => {
    setContextProvider(() => ({ locale: 'en-GB', zone }))
    return readAddress(new URLSearchParams()).thisYear
  }
  expect([yearIn('Pacific/Auckland'), yearIn('America/Los_Angeles')]).toEqual([2027, 2026])
})
