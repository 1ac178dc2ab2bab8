import { useQuery } from '@tanstack/react-query'
import { defaultThresholds, healthOf, parseThresholds } from '../../contract/figures/client-health'
import { clientOverview } from '../../contract/figures/client-overview'
import { healthBadge } from '../domain/client-health/labels'
import { whyText } from '../domain/client-health/sentences'
import { useHealthThresholds } from '../domain/client-health/thresholds'
import { query } from '../lib/api/client'
import { useHasAdditions } from '../lib/api/scopes'
import { Link } from '../ui/link'
import { explanation } from '../ui/overlay/tip'
import { StatusBadge } from '../ui/status-badge'

/**
 * The client’s health, as the limits chosen in Settings judge it, with its reasons. Nothing where it can't be told, and not
 * printed: it is for those who look after the client.
 */
export const Health = ({ companyId }: { companyId: string }) => {
  const [own] = useHealthThresholds()
  const { data } = useQuery({ ...query(clientOverview.get, { id: companyId }), enabled: useHasAdditions() })
  if (!data) return null
  const { level, reasons, judged } = healthOf(data.data, parseThresholds(own) ?? defaultThresholds)
  if (level === null) return null
  const client = { ...data.data, health: level, reasons, figuresJudged: judged }
  return (
    <Link href={`/clients/${companyId}`} data-screen-only {...explanation(whyText(client))}>
      <span className="visually-hidden">Health: </span>
      <StatusBadge badge={healthBadge(level)} />
    </Link>
  )
}
