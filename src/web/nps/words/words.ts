import {
  type Comparison,
  compareUses,
  saysSomething,
  type TermKind,
  termsOf,
  type Use,
} from '../../../contract/figures/words'
import { categoryOf } from '../../domain/nps/score'

export type Answer = {
  id: string
  score?: number | null
  category?: string | null
  feedbackText?: string | null
  tags?: (string | null)[] | null
}

/** What promoters and detractors say more than the others, from responses. */
export const compareTerms = (kind: TermKind, answers: Answer[]): Comparison => {
  const n = { promoters: 0, detractors: 0 }
  const uses = new Map<string, Use>()
  for (const answer of answers) {
    const category = categoryOf(answer.score, answer.category)
    const group = category === 'promoter' ? 'promoters' : category === 'detractor' ? 'detractors' : null
    if (!group || !saysSomething(kind, answer)) continue
    n[group]++
    for (const word of termsOf(kind, answer)) {
      const use = uses.get(word) ?? { word, promoters: 0, detractors: 0 }
      use[group]++
      uses.set(word, use)
    }
  }
  return compareUses(n, uses.values())
}

/** Responses of promoters and detractors that use a word, or have a tag. */
export const usesOf = <A extends Answer>(answers: A[], kind: TermKind, word: string): A[] =>
  answers.filter((answer) => {
    const category = categoryOf(answer.score, answer.category)
    return (category === 'promoter' || category === 'detractor') && termsOf(kind, answer).includes(word)
  })
