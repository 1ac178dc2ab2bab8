import type { Section } from '../section'

export const devices = {
  path: '/devices',
  title: 'Devices',
  icon: 'monitor-smartphone',
  pages: {
    '/devices': 'devices/devices-page',
    '/devices/:id': 'devices/device-page',
  },
} as const satisfies Section
