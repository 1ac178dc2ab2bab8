import type { companies, companyStatuses } from '../../contract/companies'
import type { FieldSpecs } from '../form/fields'
import { defineStatuses } from '../ui/status-badge'

export const companyStatus = defineStatuses<(typeof companyStatuses)[number]>({
  active: { tone: 'good', glyph: 'active', word: 'Active' },
  pending: { tone: 'attention', glyph: 'pending', word: 'Pending' },
  inactive: { tone: 'calm', glyph: 'idle', word: 'Inactive' },
})

export const companyFields = {
  name: { label: 'Name' },
  domain: { label: 'Domain', half: true },
  status: { label: 'Status', words: companyStatus.labels, half: true },
  employeeCount: { label: 'Employees', whole: true, half: true },
  industry: { label: 'Industry', half: true },
  website: { label: 'Website', hint: 'Include https://' },
} satisfies FieldSpecs<typeof companies.update>
