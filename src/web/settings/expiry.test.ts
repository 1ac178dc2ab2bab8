import { describe, expect, it } from 'vitest'
import { endOf, endOfReplacement, endsToChoose, hasEnded, keyNames, latestEnd } from './expiry'

describe('The end of a key', () => {
  const now = Date.parse('2026-11-21T09:00:00Z')
  const inDays = (days: number) => new Date(now + days * 24 * 60 * 60 * 1000).toISOString()

  it('needs someone when it is near, or when there is none', () => {
    expect(endOf({ expiresAt: null }, now)).toMatchObject({ tone: 'attention', word: 'Never' })
    expect(endOf({ expiresAt: inDays(30) }, now)).toMatchObject({ tone: 'attention', word: '21 Dec 2026, in 30 days' })
    expect(endOf({ expiresAt: inDays(1) }, now).word).toBe('22 Nov 2026, tomorrow')
    expect(endOf({ expiresAt: inDays(0.25) }, now).word).toMatch(/^21 Nov 2026 \d\d:00, today$/)
    expect(endOf({ expiresAt: inDays(31) }, now).tone).toBe('good')
  })

  it('has come when it was revoked or its time is over', () => {
    expect(hasEnded({ expiresAt: inDays(0) }, now)).toBe(true)
    expect(hasEnded({ expiresAt: inDays(1), revokedAt: inDays(-1) }, now)).toBe(true)
    expect(hasEnded({ expiresAt: null }, now)).toBe(false)
    expect(endOf({ revokedAt: inDays(-1) }, now).word).toBe('Revoked 20 Nov 2026')
  })

  it('is limited by the own key, and not by the session of a person', () => {
    expect(latestEnd({ kind: 'key', expiresAt: inDays(1) })).toBe(inDays(1))
    expect(latestEnd({ kind: 'person', expiresAt: inDays(0.5) })).toBeNull()
  })

  it('is chosen no later than that of the key which makes it', () => {
    const labels = (ownEnd: string | null) => endsToChoose(ownEnd, now).map(({ label }) => label)
    expect(labels(null)).toEqual(['30 days', '90 days', '1 year', 'Never'])
    expect(labels(inDays(100))).toEqual(['30 days', '90 days', 'With your key'])
    expect(labels(inDays(0.5))).toEqual(['With your key'])
    expect(endsToChoose(inDays(100), now).at(-1)?.end).toBe(inDays(100))
  })

  it('is that of the own key where a replacement would outlive it', () => {
    const yearly = { createdAt: inDays(-300), expiresAt: inDays(65) }
    expect(endOfReplacement(yearly, null, now)).toBeUndefined()
    expect(endOfReplacement(yearly, inDays(365), now)).toBeUndefined()
    expect(endOfReplacement(yearly, inDays(364), now)).toBe(inDays(364))
    expect(endOfReplacement({ createdAt: inDays(-1), expiresAt: null }, inDays(364), now)).toBe(inDays(364))
  })
})

it('a notice names the first few keys and counts the others', () => {
  const keys = (count: number) => Array.from({ length: count }, (_, at) => ({ name: `Key ${at + 1}` }))
  expect(keyNames(keys(2))).toBe('“Key 1”, “Key 2”')
  expect(keyNames(keys(5))).toBe('“Key 1”, “Key 2”, “Key 3”, “Key 4”, “Key 5”')
  expect(keyNames(keys(101))).toBe('“Key 1”, “Key 2”, “Key 3”, “Key 4”, “Key 5” and 96 more')
})
