import { describe, expect, it } from 'vitest'
import { statusLook, typeIcon } from './words'

describe('the words of a device', () => {
  it('are known however the source writes them', () => {
    expect(statusLook('ONLINE')).toEqual(statusLook('Online'))
    expect(statusLook(' offline ').word).toBe('Offline')
    expect(typeIcon('Access Point')).toBe('router')
  })

  it('are shown as they are where they are not known', () => {
    expect(statusLook('Rebooting now')).toMatchObject({ tone: 'calm', word: 'Rebooting now' })
    expect(statusLook('constructor').word).toBe('constructor')
    expect(typeIcon('toString')).toBe('monitor-smartphone')
    expect(typeIcon(null)).toBe('monitor-smartphone')
  })
})
