import { budgets } from '../../contract/budgets'
import { npsResponses } from '../../contract/nps'
import { reportSchedules } from '../../contract/report-schedules'
import { query } from '../lib/api/client'

/** Records per list on Today. */
export const few = 5

export const forApprovalQuery = query(budgets.list, {
  query: { status: 'PendingApproval', sortColumn: 'updated_at', sortDesc: 'false', limit: String(few) },
})

export const failingQuery = query(reportSchedules.list, { query: { status: 'error', limit: String(few) } })

/** For the number of responses in a follow-up state; only where the server has the filter. */
const inState = (followUpState: 'waiting' | 'in_progress') =>
  query(npsResponses.list, { query: { followUpState, limit: '1' } })

export const waitingCountQuery = inState('waiting')
export const inProgressCountQuery = inState('in_progress')
