import { useQuery } from '@tanstack/react-query'
import { briefSchedules } from '../../contract/brief-schedules'
import { query } from '../lib/api/client'
import { fewRows, RowsAbove } from '../list/rows-above'
import { NameLink } from '../record/record-link'
import { recordType as schedule } from './brief-schedule-record'

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

const queryOf = ({ filter }: Need) => query(briefSchedules.list, { query: { ...filter, limit: String(fewRows) } })

export const attentionQueries = [queryOf(needs.failing), queryOf(needs.held)]

/** First what failed, then what waits for approval. */
export const AttentionRows = () => (
  <>
    <AttentionRow need={needs.failing} />
    <AttentionRow need={needs.held} />
  </>
)

const AttentionRow = ({ need }: { need: Need }) => (
  <RowsAbove {...need} read={useQuery(queryOf(need))}>
    {(one) => (
      <>
        <NameLink recordType={schedule} record={one} />
        {one.lastReason && <span>{one.lastReason}</span>}
      </>
    )}
  </RowsAbove>
)
