import type { Section } from '../section'

export const reference = {
  path: '/reference',
  title: 'API reference',
  icon: 'book-open-text',
  isLast: true,
  pages: {
    '/reference': 'reference/reference-page',
  },
} as const satisfies Section
