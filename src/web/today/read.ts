import { useQueries, useQuery } from '@tanstack/react-query'
import { npsCategories, npsResponses } from '../../contract/nps'
import { type Answer, call, query } from '../kit/api'
import type { Counts } from '../kit/nps/score'
import type { Period } from './period'
import { queueOf } from './waiting'

export type Response = Answer<typeof npsResponses.list>['data'][number]

/** How many answers each category has in a period, from the totals of the filtered list, which every server gives. */
export const useCounts = (period: Period) =>
  useQueries({
    queries: npsCategories.map((category) => query(npsResponses.list, { query: { ...period, category, limit: '1' } })),
    combine: (lists) => {
      const [promoter, passive, detractor] = lists.map(({ data }) => data?.pagination.totalCount)
      const isWhole = promoter !== undefined && passive !== undefined && detractor !== undefined
      return {
        counts: isWhole ? ({ promoter, passive, detractor } satisfies Counts) : null,
        error: lists.find(({ error }) => error)?.error ?? null,
      }
    },
  })

const most = 500
const atOnce = 100

/** Everybody who waits, among the latest answers that asked for somebody to come back; `all` when these are all there are. */
export const useWaiting = () =>
  useQuery({
    queryKey: [npsResponses.list.path, 'waiting'],
    queryFn: async ({ signal }) => {
      const rows: Response[] = []
      for (let page = 1; ; page++) {
        const answer = await call(
          npsResponses.list,
          {
            query: {
              followUpRequired: 'true',
              sortColumn: 'response_date',
              sortDesc: 'true',
              limit: String(atOnce),
              page: String(page),
            },
          },
          signal,
        )
        rows.push(...answer.data)
        const { totalCount } = answer.pagination
        if (page * atOnce >= Math.min(totalCount, most)) return { queue: queueOf(rows), all: totalCount <= most }
      }
    },
  })
