import type { Figure } from '../../../contract/figures/client-figures'
import type { HealthLevel } from '../../../contract/figures/client-health'
import { type BadgeProps, defineStatuses, unknownBadge } from '../../ui/status-badge'

export const healthStatus = defineStatuses<HealthLevel>({
  act: { tone: 'bad', glyph: 'error', word: 'Needs action' },
  watch: { tone: 'attention', glyph: 'pending', word: 'Watch' },
  good: { tone: 'good', glyph: 'done', word: 'Good' },
})

export const healthBadge = (level: string | null | undefined): BadgeProps =>
  level ? healthStatus.badge(level) : unknownBadge

/** `unit` follows the label, unless the label says it. */
export const figureLabels: Record<Figure, { label: string; unit?: string }> = {
  score: { label: 'Score' },
  waiting: { label: 'Waiting', unit: 'responses' },
  budgetPerHead: { label: 'Budget per head' },
  outOfWarranty: { label: 'Out of warranty', unit: '%' },
  goalsOverdue: { label: 'Goals overdue' },
  trainingDone: { label: 'Training done', unit: '%' },
  peopleActive: { label: 'Active people', unit: '%' },
  daysSinceReport: { label: 'Since last report', unit: 'days' },
}
