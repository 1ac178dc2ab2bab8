import type { budgetCategories, budgetStatuses } from '../../../contract/budgets'
import { defineStatuses } from '../../ui/status-badge'

export const budgetStatus = defineStatuses<(typeof budgetStatuses)[number]>({
  Draft: { tone: 'calm', glyph: 'draft', word: 'Draft' },
  PendingApproval: { tone: 'attention', glyph: 'pending', word: 'Pending approval' },
  Approved: { tone: 'good', glyph: 'done', word: 'Approved' },
  Obsolete: { tone: 'calm', glyph: 'idle', word: 'Obsolete' },
})

export type Category = (typeof budgetCategories)[number]

export const categoryNames: Record<Category, string> = {
  software: 'Software',
  hardware: 'Hardware',
  labour: 'Labour',
  subscription: 'Subscriptions',
  other: 'Other',
}

export const periodLabels: Record<string, string> = { Annual: 'Annual', Quarterly: 'Quarterly', Monthly: 'Monthly' }
