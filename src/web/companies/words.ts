import { own } from '../kit/own'
import { type Look, unknownState } from '../kit/ui/state'

export const statusWords = { active: 'Active', pending: 'Pending', inactive: 'Inactive' }

const looks: Record<string, Look> = {
  active: { tone: 'good', glyph: 'active', word: 'Active' },
  pending: { tone: 'attention', glyph: 'pending', word: 'Pending' },
  inactive: { tone: 'calm', glyph: 'idle', word: 'Inactive' },
}

export const statusLook = (status: string) => own(looks, status) ?? unknownState(status)

export const fieldLabels = new Map([
  ['name', 'Name'],
  ['domain', 'Domain'],
  ['status', 'Status'],
  ['employeeCount', 'Employees'],
  ['industry', 'Industry'],
  ['website', 'Website'],
])
