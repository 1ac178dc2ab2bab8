import { getOwn } from '../lib/text/get-own'
import { type BadgeProps, unknownStatus } from '../ui/status-badge'

export const statusLabels = { active: 'Active', pending: 'Pending', inactive: 'Inactive' }

const badges: Record<string, BadgeProps> = {
  active: { tone: 'good', glyph: 'active', word: 'Active' },
  pending: { tone: 'attention', glyph: 'pending', word: 'Pending' },
  inactive: { tone: 'calm', glyph: 'idle', word: 'Inactive' },
}

export const statusBadge = (status: string) => getOwn(badges, status) ?? unknownStatus(status)

export const fieldLabels = new Map([
  ['name', 'Name'],
  ['domain', 'Domain'],
  ['status', 'Status'],
  ['employeeCount', 'Employees'],
  ['industry', 'Industry'],
  ['website', 'Website'],
])
