import { defineStatuses, StatusBadge } from '../../ui/status-badge'

export const personStatus = defineStatuses({
  active: { tone: 'good', glyph: 'active', word: 'Active' },
  pending: { tone: 'attention', glyph: 'pending', word: 'Pending' },
  imported: { tone: 'calm', glyph: 'draft', word: 'Imported' },
  disabled: { tone: 'calm', glyph: 'idle', word: 'Disabled' },
})

/** In a line of a short list, where active is the rule and only what differs is shown. */
export const UnusualStatus = ({ status }: { status: string | null | undefined }) =>
  status && status !== 'active' ? <StatusBadge badge={personStatus.badge(status)} /> : null
