import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { defaultThresholds, healthOf, parseThresholds } from '../../../contract/figures/client-health'
import { useHealthThresholds } from '../../domain/client-health/thresholds'
import { searchNow } from '../../list/query/list-query'
import type { Client } from './sentences'

/** The limits in the URL. Those chosen in Settings go into it on arrival, so that a link shows a colleague the same health. */
export const useOwnLimits = () => {
  const [own] = useHealthThresholds()
  const [search, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arrival, so that they can be taken out of the address
  useEffect(() => {
    if (!own || searchNow().has('thresholds')) return
    setSearch((search) => new URLSearchParams([...search, ['thresholds', own]]), { replace: true })
  }, [pathname, own])
  return search.get('thresholds') ?? ''
}

export const limitsOf = (text: string | null | undefined) => parseThresholds(text ?? '') ?? defaultThresholds

/** The client as the limits of the address judge it, as in the list that it was opened from. */
export const useJudged = (client: Client): Client => useJudge()(client)

export const useJudge = () => {
  const [search] = useSearchParams()
  const limits = limitsOf(search.get('thresholds'))
  return (client: Client): Client => {
    const { level, reasons, judged } = healthOf(client, limits)
    return { ...client, health: level, reasons, figuresJudged: judged }
  }
}
