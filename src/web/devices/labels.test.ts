import { describe, expect, it } from 'vitest'
import { statusBadge, typeIcon } from './labels'

describe('the words of a device', () => {
  it('are known however the source writes them', () => {
    expect(statusBadge('ONLINE')).toEqual(statusBadge('Online'))
    expect(statusBadge(' offline ').word).toBe('Offline')
    expect(typeIcon('Access Point')).toBe('router')
  })

  it('are shown as they are where they are not known', () => {
    expect(statusBadge('Rebooting now')).toMatchObject({ tone: 'calm', word: 'Rebooting now' })
    expect(statusBadge('constructor').word).toBe('constructor')
    expect(typeIcon('toString')).toBe('monitor-smartphone')
    expect(typeIcon(null)).toBe('monitor-smartphone')
  })
})
