import type { budgetCategories } from '../../contract/budgets'
import { type BadgeProps, unknownStatus } from '../ui/status-badge'

const badges = new Map<string, BadgeProps>([
  ['Draft', { tone: 'calm', glyph: 'draft', word: 'Draft' }],
  ['PendingApproval', { tone: 'attention', glyph: 'pending', word: 'Pending approval' }],
  ['Approved', { tone: 'good', glyph: 'done', word: 'Approved' }],
  ['Obsolete', { tone: 'calm', glyph: 'idle', word: 'Obsolete' }],
])

/** Unknown values are shown as they are. */
export const budgetStatusBadge = (status: string) => badges.get(status) ?? unknownStatus(status)

export type Category = (typeof budgetCategories)[number]

export const categoryNames: Record<Category, string> = {
  software: 'Software',
  hardware: 'Hardware',
  labour: 'Labour',
  subscription: 'Subscription',
  other: 'Other',
}
