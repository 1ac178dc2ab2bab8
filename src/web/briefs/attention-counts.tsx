import { useQuery } from '@tanstack/react-query'
import { briefSchedules } from '../../contract/brief-schedules'
import { query } from '../lib/api/client'
import { CountAbove } from '../list/count-above'

const needs = {
  failing: {
    filter: { status: 'error' },
    tone: 'bad',
    glyph: 'error',
    words: ['failing schedule', 'failing schedules'],
  },
  held: {
    filter: { lastResult: 'held' },
    tone: 'attention',
    glyph: 'pending',
    words: ['brief is waiting for approval', 'briefs are waiting for approval'],
  },
} as const

type Need = (typeof needs)[keyof typeof needs]

const queryOf = ({ filter }: Need) => query(briefSchedules.list, { query: { ...filter, limit: '1' } })

export const attentionQueries = [queryOf(needs.failing), queryOf(needs.held)]

/** First what failed, then what waits for approval. */
export const AttentionCounts = () => (
  <>
    <CountAbove {...needs.failing} read={useQuery(queryOf(needs.failing))} />
    <CountAbove {...needs.held} read={useQuery(queryOf(needs.held))} />
  </>
)
