import { own } from '../kit/own'
import { type Look, unknownState } from '../kit/ui/state'
import type { Category } from './make-up-of'

export const statusWords = {
  Draft: 'Draft',
  PendingApproval: 'Pending approval',
  Approved: 'Approved',
  Obsolete: 'Obsolete',
}
export const periodWords: Record<string, string> = { Annual: 'Annual', Quarterly: 'Quarterly', Monthly: 'Monthly' }

/** The word of another server as it is, where it is none of ours. */
export const periodName = (period: string | null | undefined) => own(periodWords, period) ?? period

const looks = new Map<string, Look>([
  ['Draft', { tone: 'calm', glyph: 'draft', word: 'Draft' }],
  ['PendingApproval', { tone: 'attention', glyph: 'pending', word: 'Pending approval' }],
  ['Approved', { tone: 'good', glyph: 'done', word: 'Approved' }],
  ['Obsolete', { tone: 'calm', glyph: 'idle', word: 'Obsolete' }],
])

export const statusLook = (status: string) => looks.get(status) ?? unknownState(status)

export const fieldLabels = new Map([
  ['title', 'Title'],
  ['fiscalYear', 'Fiscal year'],
  ['periodType', 'Period'],
  ['status', 'Status'],
  ['currency', 'Currency'],
  ['notes', 'Notes'],
])

export const categoryNames: Record<Category, string> = {
  software: 'Software',
  hardware: 'Hardware',
  labour: 'Labour',
  subscription: 'Subscription',
  other: 'Other',
}
