import type { companies } from '../../contract/companies'
import type { FieldSpecs } from '../form/fields'
import { getOwn } from '../lib/text/get-own'
import { type BadgeProps, unknownStatus } from '../ui/status-badge'

export const statusLabels = { active: 'Active', pending: 'Pending', inactive: 'Inactive' }

const badges: Record<string, BadgeProps> = {
  active: { tone: 'good', glyph: 'active', word: 'Active' },
  pending: { tone: 'attention', glyph: 'pending', word: 'Pending' },
  inactive: { tone: 'calm', glyph: 'idle', word: 'Inactive' },
}

export const statusBadge = (status: string) => getOwn(badges, status) ?? unknownStatus(status)

const emptied = 'This field can’t be cleared through the API. Enter a value or discard the change.'

export const companyFields = {
  name: { label: 'Name', max: 255 },
  domain: { label: 'Domain', max: 255, half: true },
  status: { label: 'Status', words: statusLabels, half: true },
  employeeCount: { label: 'Employees', kind: 'number', half: true, emptied },
  industry: { label: 'Industry', max: 100, half: true },
  website: { label: 'Website', kind: 'url', emptied, hint: 'Include https://' },
} satisfies FieldSpecs<typeof companies.update>
