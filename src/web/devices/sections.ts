import type { Section } from '../section'

export const devices = {
  path: '/devices',
  title: 'Devices',
  icon: 'monitor-smartphone',
  hint: 'warranty refresh',
  pages: {
    '/devices': 'devices/devices-page',
    '/devices/:id': 'devices/device-page',
    '/replacements': 'devices/replacements/replacements-page',
  },
} as const satisfies Section
