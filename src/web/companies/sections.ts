import type { Section } from '../section'

export const companies = {
  path: '/companies',
  title: 'Companies',
  area: 'Clients',
  icon: 'building-2',
  pages: {
    '/companies': 'companies/companies-page',
    '/companies/:id': 'companies/company-page',
    '/companies/:id/brief': 'companies/brief/brief-page',
    '/companies/:id/since': 'companies/since-page',
    '/companies/:id/edit': 'companies/company-edit-page',
  },
} as const satisfies Section
