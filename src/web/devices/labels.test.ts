import { describe, expect, it } from 'vitest'
import { deviceStatus, typeIcon } from './labels'

describe('the words of a device', () => {
  it('are known however the source writes them', () => {
    expect(deviceStatus.badge('ONLINE')).toEqual(deviceStatus.badge('Online'))
    expect(deviceStatus.badge(' offline ').word).toBe('Offline')
    expect(typeIcon('Access Point')).toBe('router')
  })

  it('are shown as they are where they are unknown', () => {
    expect(deviceStatus.badge('Rebooting now')).toMatchObject({ tone: 'calm', word: 'Rebooting now' })
    expect(deviceStatus.badge('constructor').word).toBe('constructor')
    expect(typeIcon('toString')).toBe('monitor-smartphone')
    expect(typeIcon(null)).toBe('monitor-smartphone')
  })
})
