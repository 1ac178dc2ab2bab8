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

export const replacements = {
  path: '/replacements',
  title: 'Replacement plan',
  area: 'Planning',
  icon: 'chart-no-axes-gantt',
  hint: 'warranty refresh lifecycle',
  pages: {
    '/replacements': 'devices/replacements/replacements-page',
  },
} as const satisfies Section
