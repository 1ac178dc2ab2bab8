import { useQueries } from '@tanstack/react-query'
import { devices } from '../../contract/devices'
import { query } from '../lib/api/client'
import { useSupportsFilter } from '../lib/api/scopes'
import { dayFrom } from '../ui/format/day'

const badges = [
  { tone: 'bad', glyph: 'gone', words: 'ended' },
  { tone: 'attention', glyph: 'soon', words: 'expire within 30 days' },
  { tone: 'calm', glyph: 'soon', words: 'expire in 31–90 days' },
] as const

const filtersOf = (companyId?: string): Record<string, string>[] => {
  const whose: Record<string, string> = companyId ? { companyId } : {}
  return [
    { ...whose, warrantyBefore: dayFrom(-1) },
    { ...whose, warrantyAfter: dayFrom(0), warrantyBefore: dayFrom(29) },
    { ...whose, warrantyAfter: dayFrom(30), warrantyBefore: dayFrom(89) },
  ]
}

export const warrantyQueries = (companyId?: string) =>
  filtersOf(companyId).map((filter) => query(devices.list, { query: { ...filter, limit: '1' } }))

/** Counts of expired and expiring warranties, each with its list filter. */
export const useWarrantyTotals = (companyId?: string) => {
  const isOffered = useSupportsFilter(devices.list)('warrantyAfter')
  const filters = filtersOf(companyId)
  return useQueries({
    queries: warrantyQueries(companyId).map((one) => ({ ...one, enabled: isOffered })),
    combine: (lists) => ({
      isOffered,
      error: lists.find(({ error }) => error)?.error ?? null,
      refetch: () => lists.map(({ refetch }) => refetch()),
      data: lists.every(({ data }) => data)
        ? badges.map((badge, index) => ({
            ...badge,
            count: lists[index]?.data?.pagination.totalCount ?? 0,
            address: `/devices?${new URLSearchParams(filters[index])}`,
          }))
        : undefined,
    }),
  })
}
