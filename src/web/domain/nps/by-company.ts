import { groupBy } from '../../../contract/core/group-by'
import { answersOf, type Counts, fewest, npsOf } from '../../../contract/nps'
import { countsOf } from './counts'
import { categoryOf } from './score'

type Answer = {
  companyId?: string | null
  companyName?: string | null
  score?: number | null
  category?: string | null
}

export type ClientScore = { companyId: string; companyName: string; counts: Counts; nps: number }

/**
 * Score per client, lowest first; ties go to the client with more responses. Clients with fewer than ten responses are
 * a separate group, since one response can make a score of −100.
 */
export const scoresByCompany = (answers: Answer[]): { ranked: ClientScore[]; anecdotal: ClientScore[] } => {
  const counted = answers.filter(({ companyId, score, category }) => companyId && categoryOf(score, category))
  const clients = [...groupBy(counted, ({ companyId }) => companyId ?? '')]
    .map(([companyId, own]) => {
      const counts = countsOf(own)
      return { companyId, companyName: own[0]?.companyName || companyId, counts, nps: npsOf(counts) ?? 0 }
    })
    .sort((a, b) => a.nps - b.nps || answersOf(b.counts) - answersOf(a.counts))
  const isAnecdotal = ({ counts }: ClientScore) => answersOf(counts) < fewest
  return { ranked: clients.filter((client) => !isAnecdotal(client)), anecdotal: clients.filter(isAnecdotal) }
}
