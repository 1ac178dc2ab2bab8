import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { budgets } from '../../../contract/budgets'
import { npsResponses } from '../../../contract/nps'
import { reportSchedules } from '../../../contract/report-schedules'
import { failingQuery, forApprovalQuery, inProgressCountQuery, waitingCountQuery } from '../../domain/attention'
import { useLacksScope, useSupportsFilter } from '../../lib/api/scopes'
import { formatNumber } from '../../ui/format/format'
import { type Count, counts } from './counts'

type List = { pagination: { totalCount: number } }

const select = ({ pagination }: List) => pagination.totalCount

/** The sum, if every part is known. */
const sum = (...parts: (number | undefined)[]) =>
  parts.reduce((total, part) => (total === undefined || part === undefined ? undefined : total + part), 0)

const countOf = (number: number | undefined, words: string, tone: Count['tone'] = 'attention'): Count | undefined =>
  number ? { text: formatNumber(number), words, tone } : undefined

/** Reads the counts that the navigation shows. */
export const ReadCounts = () => {
  const lacksScope = useLacksScope()
  const hasStates = useSupportsFilter(npsResponses.list)('followUpState')
  const responses = { enabled: hasStates && !lacksScope(npsResponses.list), select }
  const waiting = useQuery({ ...waitingCountQuery, ...responses }).data
  const inProgress = useQuery({ ...inProgressCountQuery, ...responses }).data
  const forApproval = useQuery({ ...forApprovalQuery, enabled: !lacksScope(budgets.list), select }).data
  const failing = useQuery({ ...failingQuery, enabled: !lacksScope(reportSchedules.list), select }).data
  const followUps = sum(waiting, inProgress)
  const all = sum(followUps, forApproval, failing)
  useEffect(
    () =>
      counts.set({
        '/today': countOf(all, all === 1 ? 'needs attention' : 'need attention'),
        '/nps/follow-up': countOf(followUps, 'waiting for a reply'),
        '/budgets': countOf(forApproval, 'waiting for approval'),
        '/report-schedules': countOf(failing, 'failing', 'bad'),
      }),
    [all, followUps, forApproval, failing],
  )
  return null
}
