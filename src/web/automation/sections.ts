import type { Section } from '../section'

export const automation = {
  path: '/automation',
  title: 'Automation rules',
  icon: 'workflow',
  pages: {
    '/automation': 'automation/rules-page',
    '/automation/:id': 'automation/rule-page',
  },
} as const satisfies Section
