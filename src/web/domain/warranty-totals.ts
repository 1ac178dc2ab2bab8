import { useQueries } from '@tanstack/react-query'
import { devices } from '../../contract/devices'
import { query } from '../lib/api/client'
import { useSupportsFilter } from '../lib/api/scopes'
import { dayFrom } from '../ui/format/day'

const badges = [
  { tone: 'bad', glyph: 'gone', words: 'ended', days: [null, 0] },
  { tone: 'attention', glyph: 'soon', words: 'ending within 30 days', days: [0, 30] },
  { tone: 'calm', glyph: 'soon', words: 'ending in 31–90 days', days: [30, 90] },
] as const

/** Warranties by when they end, from a day on and before another, each with the filter of its list. */
export const warrantyBadges = () =>
  badges.map(({ days: [from, to], ...badge }) => ({
    ...badge,
    span: { ...(from !== null && { dateFrom: dayFrom(from) }), dateTo: dayFrom(to) },
    filter: {
      ...(from !== null && { warrantyAfter: dayFrom(from) }),
      warrantyBefore: dayFrom(to - 1),
    },
  }))

export const warrantyQueries = () =>
  warrantyBadges().map(({ filter }) => query(devices.list, { query: { ...filter, limit: '1' } }))

/** Counts of expired and expiring warranties, each with its list filter. Retired devices count, as in the list. */
export const useWarrantyTotals = () => {
  const isOffered = useSupportsFilter(devices.list)('warrantyAfter')
  return useQueries({
    queries: warrantyQueries().map((one) => ({ ...one, enabled: isOffered })),
    combine: (lists) => ({
      isOffered,
      error: lists.find(({ error }) => error)?.error ?? null,
      refetch: () => lists.map(({ refetch }) => refetch()),
      data: lists.every(({ data }) => data)
        ? warrantyBadges().map(({ filter, ...badge }, index) => ({
            ...badge,
            count: lists[index]?.data?.pagination.totalCount ?? 0,
            address: `/devices?${new URLSearchParams(filter)}`,
          }))
        : undefined,
    }),
  })
}
