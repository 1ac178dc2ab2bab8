import { answersOf, type Category, type Counts, fewest, npsOf } from '../../../contract/nps'
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
  const byCompany = new Map<string, { companyName: string; counts: Counts }>()
  for (const answer of answers) {
    const category: Category | null = categoryOf(answer.score, answer.category)
    if (!answer.companyId || !category) continue
    const client = byCompany.get(answer.companyId) ?? {
      companyName: answer.companyName || answer.companyId,
      counts: { promoter: 0, passive: 0, detractor: 0 },
    }
    client.counts[category]++
    byCompany.set(answer.companyId, client)
  }
  const clients = [...byCompany]
    .map(([companyId, client]) => ({ companyId, ...client, nps: npsOf(client.counts) ?? 0 }))
    .sort((a, b) => a.nps - b.nps || answersOf(b.counts) - answersOf(a.counts))
  const isAnecdotal = ({ counts }: ClientScore) => answersOf(counts) < fewest
  return { ranked: clients.filter((client) => !isAnecdotal(client)), anecdotal: clients.filter(isAnecdotal) }
}
