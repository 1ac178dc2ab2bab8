import type { Section } from '../section'

export const enrollments = {
  path: '/training/enrollments',
  title: 'Enrollments',
  area: 'Learning',
  icon: 'graduation-cap',
  pages: {
    '/training/enrollments': 'learning/enrollments-page',
    '/training/enrollments/:id': 'learning/enrollment-page',
  },
} as const satisfies Section

export const certificates = {
  path: '/training/certificates',
  title: 'Certificates',
  area: 'Learning',
  icon: 'graduation-cap',
  pages: {
    '/training/certificates': 'learning/certificates-page',
    '/training/certificates/:id': 'learning/certificate-page',
  },
} as const satisfies Section

export const complianceTemplates = {
  path: '/compliance',
  title: 'Compliance templates',
  area: 'Learning',
  icon: 'graduation-cap',
  pages: {
    '/compliance': 'learning/templates-page',
    '/compliance/:id': 'learning/template-page',
  },
} as const satisfies Section
