import { answersOf, type Category, type Counts, categoryOf, fewest, npsOf } from './score'

type Answer = {
  companyId?: string | null
  companyName?: string | null
  score?: number | null
  category?: string | null
}

export type ClientScore = { companyId: string; companyName: string; counts: Counts; nps: number }

/** The score of every client that answered: the least happy first, and after all others those of fewer than ten answers. */
export const scoresByCompany = (answers: Answer[]): ClientScore[] => {
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
  const isAnecdote = ({ counts }: ClientScore) => answersOf(counts) < fewest
  return [...byCompany]
    .map(([companyId, client]) => ({ companyId, ...client, nps: npsOf(client.counts) ?? 0 }))
    .sort((a, b) => Number(isAnecdote(a)) - Number(isAnecdote(b)) || a.nps - b.nps)
}
