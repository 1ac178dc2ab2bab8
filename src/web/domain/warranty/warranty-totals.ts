import { useQueries } from '@tanstack/react-query'
import { devices } from '../../../contract/devices'
import { query } from '../../lib/api/client'
import { useSupportsFilter } from '../../lib/api/scopes'
import { dayFrom } from '../../ui/format/days-from-today'

const badges = [
  { tone: 'bad', glyph: 'gone', words: 'ended', days: [null, 0] },
  { tone: 'attention', glyph: 'soon', words: 'ending within 30 days', days: [0, 30] },
  { tone: 'calm', glyph: 'soon', words: 'ending in 30–89 days', days: [30, 90] },
] as const

/** Days from today, which is the first of them. Of devices in use, by when their warranty ends, each with the filter of its list. */
const warrantyBadges = (companyId?: string) =>
  badges.map(({ days: [from, to], ...badge }) => ({
    ...badge,
    filter: {
      ...(companyId && { companyId }),
      inUse: 'true',
      ...(from !== null && { warrantyAfter: dayFrom(from) }),
      warrantyBefore: dayFrom(to - 1),
    },
  }))

export const warrantyQueries = (companyId?: string) =>
  warrantyBadges(companyId).map(({ filter }) => query(devices.list, { query: { ...filter, limit: '1' } }))

/** Counts of expired and expiring warranties of devices in use, of one company or all, each with its list. */
export const useWarrantyTotals = (companyId?: string) => {
  const isOffered = useSupportsFilter(devices.list)('inUse')
  return useQueries({
    queries: warrantyQueries(companyId).map((one) => ({ ...one, enabled: isOffered })),
    combine: (lists) => ({
      isOffered,
      error: lists.find(({ error }) => error)?.error ?? null,
      refetch: () => lists.map(({ refetch }) => refetch()),
      data: lists.every(({ data }) => data)
        ? warrantyBadges(companyId).map(({ filter, ...badge }, index) => ({
            ...badge,
            count: lists[index]?.data?.pagination.totalCount ?? 0,
            address: `/devices?${new URLSearchParams(filter)}`,
          }))
        : undefined,
    }),
  })
}
