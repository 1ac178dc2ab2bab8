import type { Section } from '../section'

export const companyUsers = {
  path: '/company-users',
  title: 'Company users',
  area: 'Clients',
  icon: 'building-2',
  pages: {
    '/company-users': 'people/company-users-page',
    '/company-users/:id': 'people/company-user-page',
  },
} as const satisfies Section

export const users = {
  path: '/users',
  title: 'Staff users',
  icon: 'users-round',
  pages: {
    '/users': 'people/staff-users-page',
    '/users/:id': 'people/staff-user-page',
  },
} as const satisfies Section
