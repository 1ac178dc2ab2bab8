import { useQueries } from '@tanstack/react-query'
import { devices } from '../../contract/devices'
import { query } from './api'

const dayLong = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * dayLong).toISOString().slice(0, 10)

/** How many warranties have ended, and how many end within 30 and 90 days: differences of exact totals. */
export const useWarrantyTotals = (companyId?: string) => {
  const ends = [-1, 30, 90].map(inDays)
  return useQueries({
    queries: ends.map((warrantyBefore) =>
      query(devices.list, { query: { ...(companyId && { companyId }), warrantyBefore, limit: '1' } }),
    ),
    combine: (lists) => {
      const [ended, in30, in90] = lists.map(({ data }) => data?.pagination.totalCount)
      const isRead = ended !== undefined && in30 !== undefined && in90 !== undefined
      return {
        error: lists.find((list) => list.error)?.error ?? null,
        totals: isRead
          ? ([
              { tone: 'bad', glyph: 'gone', words: 'ended', count: ended, warrantyBefore: ends[0] },
              {
                tone: 'attention',
                glyph: 'soon',
                words: 'end within 30 days',
                count: in30 - ended,
                warrantyBefore: ends[1],
              },
              { tone: 'calm', glyph: 'soon', words: 'end within 90 days', count: in90 - in30, warrantyBefore: ends[2] },
            ] as const)
          : null,
      }
    },
  })
}
