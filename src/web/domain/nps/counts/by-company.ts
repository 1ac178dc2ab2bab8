import { groupBy } from '../../../../contract/core/group-by'
import { answersOf, type Counts, fewest, npsOf } from '../../../../contract/nps'
import { categoryOf } from '../score'
import { countsOf } from './counts'

type Answer = {
  companyId?: string | null
  companyName?: string | null
  score?: number | null
  category?: string | null
}

export type ClientScore = { companyId: string; companyName: string; counts: Counts; nps: number; before: Counts | null }

type Counted = Pick<ClientScore, 'companyId' | 'companyName' | 'counts' | 'before'>

/** The responses that name a company and have a score. */
export const groupByCompany = (answers: Answer[]): Counted[] => {
  const counted = answers.filter(({ companyId, score, category }) => companyId && categoryOf(score, category))
  return [...groupBy(counted, ({ companyId }) => companyId ?? '')].map(([companyId, own]) => ({
    companyId,
    companyName: own[0]?.companyName || companyId,
    counts: countsOf(own),
    before: null,
  }))
}

/**
 * Lowest score first; ties go to the client with more responses. Clients with fewer than ten responses are a separate group,
 * since one response can make a score of −100.
 */
export const rankClients = (clients: Counted[]): { ranked: ClientScore[]; anecdotal: ClientScore[] } => {
  const scored = clients
    .flatMap((client) => {
      const nps = npsOf(client.counts)
      return nps === null ? [] : { ...client, nps }
    })
    .sort((a, b) => a.nps - b.nps || answersOf(b.counts) - answersOf(a.counts))
  const isAnecdotal = ({ counts }: ClientScore) => answersOf(counts) < fewest
  return { ranked: scored.filter((client) => !isAnecdotal(client)), anecdotal: scored.filter(isAnecdotal) }
}
