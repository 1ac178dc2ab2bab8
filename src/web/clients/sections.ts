import type { Section } from '../section'

export const clientOverview = {
  path: '/clients',
  title: 'Clients side by side',
  area: 'Clients',
  icon: 'columns-3',
  pages: {
    '/clients': 'clients/clients-page',
    '/clients/compare': 'clients/compare-page',
    '/clients/chart': 'clients/chart-page',
    '/clients/:id': 'clients/client-page',
  },
} as const satisfies Section
