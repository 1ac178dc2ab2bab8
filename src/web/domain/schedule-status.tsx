import { Missing } from '../ui/format/format'
import { type BadgeProps, defineStatuses, StatusBadge } from '../ui/status-badge'

/** Failing first. */
const shared = {
  error: { tone: 'bad', glyph: 'error', word: 'Failing' },
  active: { tone: 'good', glyph: 'active', word: 'Active' },
  paused: { tone: 'calm', glyph: 'mid', word: 'Paused' },
} satisfies Record<string, BadgeProps>

export const briefScheduleStatus = defineStatuses(shared)
export const reportScheduleStatus = defineStatuses({
  ...shared,
  completed: { tone: 'calm', glyph: 'done', word: 'Completed' },
})

/** Highlighted when failing, because nothing is sent then. */
export const ScheduleState = ({ status }: { status: string | null | undefined }) =>
  status ? <StatusBadge badge={reportScheduleStatus.badge(status)} loud={status === 'error'} /> : <Missing />
