import { type Category, categoryOf } from '../../domain/nps/score'
import { isStopWord } from './stop-words'

export type Answer = {
  id: string
  score?: number | null
  category?: string | null
  feedbackText?: string | null
  tags?: (string | null)[] | null
}

const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
const shortest = 3

const segments = (text: string) =>
  [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(text)].flatMap(({ segment, isWordLike }) =>
    isWordLike ? segment : [],
  )

/**
 * The different words of a text, in lower case, without those that say nothing. Of languages that write no spaces between words
 * a segmenter finds them, where a word may be two characters long.
 */
export const wordsOf = (text: string): string[] => {
  const plain = text.normalize('NFC').toLowerCase().replaceAll("'", '’')
  const isSpaced = !withoutSpaces.test(plain)
  const found = isSpaced ? (plain.match(/\p{L}[\p{L}\p{M}]*(?:[’-]\p{L}[\p{L}\p{M}]*)*/gu) ?? []) : segments(plain)
  const fits = (word: string) => [...word].length >= (isSpaced ? shortest : 2) && !isStopWord(word)
  return [...new Set(found.filter(fits))]
}

const tagsOf = ({ tags }: Answer) => [...new Set((tags ?? []).flatMap((tag) => tag?.trim().toLowerCase() || []))]

export type Use = {
  word: string
  promoters: number
  detractors: number
  /** Shares of the responses that say something, in percent. */
  shares: { promoters: number; detractors: number }
  /** Of promoters minus that of detractors, in points. */
  difference: number
}

export type Comparison = {
  /** Responses with a comment, or with tags. */
  n: { promoters: number; detractors: number }
  ofPromoters: Use[]
  ofDetractors: Use[]
}

/** A word of fewer responses is an anecdote. */
export const fewestUses = 5
/** The normal distribution’s quantile for 95 %, two-sided. */
const beyondChance = 1.96

/**
 * The difference of two shares in standard errors: (p₁ − p₂) ÷ √(p(1 − p)(1/n₁ + 1/n₂)) with the pooled share p (two-proportion
 * z-test; Agresti, "Categorical Data Analysis", 3rd edition, section 3.2). 0 where a group is empty.
 */
export const zOf = (a: number, ofA: number, b: number, ofB: number): number => {
  if (ofA === 0 || ofB === 0) return 0
  const pooled = (a + b) / (ofA + ofB)
  const error = Math.sqrt(pooled * (1 - pooled) * (1 / ofA + 1 / ofB))
  return error === 0 ? 0 : (a / ofA - b / ofB) / error
}

const most = 15

/**
 * What promoters and detractors say more than the others: counted once a response, in at least five of both together, and only
 * where the shares differ by more than chance at 95 %. Of many words tested one in twenty would pass by chance alone.
 */
const compare = (
  answers: Answer[],
  listOf: (answer: Answer) => string[],
  saysSomething: (answer: Answer) => boolean,
): Comparison => {
  const n = { promoters: 0, detractors: 0 }
  const uses = new Map<string, { promoters: number; detractors: number }>()
  for (const answer of answers) {
    const category: Category | null = categoryOf(answer.score, answer.category)
    const group = category === 'promoter' ? 'promoters' : category === 'detractor' ? 'detractors' : null
    if (!group || !saysSomething(answer)) continue
    n[group]++
    for (const word of listOf(answer)) {
      const use = uses.get(word) ?? { promoters: 0, detractors: 0 }
      use[group]++
      uses.set(word, use)
    }
  }
  const share = (part: number, whole: number) => (whole > 0 ? (100 * part) / whole : 0)
  const told = [...uses].flatMap(([word, { promoters, detractors }]): Use[] => {
    if (promoters + detractors < fewestUses) return []
    if (Math.abs(zOf(promoters, n.promoters, detractors, n.detractors)) < beyondChance) return []
    const shares = { promoters: share(promoters, n.promoters), detractors: share(detractors, n.detractors) }
    return [{ word, promoters, detractors, shares, difference: shares.promoters - shares.detractors }]
  })
  const byDifference = (sign: 1 | -1) =>
    told
      .filter(({ difference }) => sign * difference > 0)
      .sort((a, b) => sign * (b.difference - a.difference) || a.word.localeCompare(b.word))
      .slice(0, most)
  return { n, ofPromoters: byDifference(1), ofDetractors: byDifference(-1) }
}

export const compareWords = (answers: Answer[]) =>
  compare(
    answers,
    ({ feedbackText }) => wordsOf(feedbackText ?? ''),
    ({ feedbackText }) => Boolean(feedbackText?.trim()),
  )

/** Of all responses with a comment or a tag, since most comments have none. */
export const compareTags = (answers: Answer[]) =>
  compare(answers, tagsOf, (answer) => Boolean(answer.feedbackText?.trim()) || tagsOf(answer).length > 0)

/** Responses that use a word, or have a tag. */
export const usesOf = <A extends Answer>(answers: A[], kind: 'word' | 'tag', word: string): A[] =>
  answers.filter((answer) => (kind === 'word' ? wordsOf(answer.feedbackText ?? '') : tagsOf(answer)).includes(word))
