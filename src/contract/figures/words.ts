import { isStopWord } from './stop-words'

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

type Said = { feedbackText?: string | null; tags?: (string | null)[] | null }

/** The different tags of a response, in lower case. */
const tagsOf = ({ tags }: Said) => [...new Set((tags ?? []).flatMap((tag) => tag?.trim().toLowerCase() || []))]

export const hasComment = ({ feedbackText }: Said) => Boolean(feedbackText?.trim())

export const termKinds = ['word', 'tag'] as const
export type TermKind = (typeof termKinds)[number]

/** The words or the tags of a response. */
export const termsOf = (kind: TermKind, said: Said) =>
  kind === 'word' ? wordsOf(said.feedbackText ?? '') : tagsOf(said)

/**
 * Whether a response counts where the words, or the tags, of all are compared. Tags are compared over those with a comment too,
 * since most comments have none.
 */
export const saysSomething = (kind: TermKind, said: Said) =>
  hasComment(said) || (kind === 'tag' && tagsOf(said).length > 0)

/** Responses of each group. */
export type Groups = { promoters: number; detractors: number }
export type Use = Groups & { word: string }
export type Comparison = {
  /** Responses that say something. */
  n: Groups
  ofPromoters: Use[]
  ofDetractors: Use[]
}

/** A word of fewer responses is an anecdote. */
export const fewestUses = 5
/** The normal distribution’s quantile for 95%, two-sided. */
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

const share = (part: number, whole: number) => (whole > 0 ? (100 * part) / whole : 0)

/** Of the responses that say something, in percent. */
export const sharesOf = (use: Groups, n: Groups): Groups => ({
  promoters: share(use.promoters, n.promoters),
  detractors: share(use.detractors, n.detractors),
})

/** Of promoters minus that of detractors, in points. */
export const differenceOf = (use: Groups, n: Groups) => {
  const { promoters, detractors } = sharesOf(use, n)
  return promoters - detractors
}

const most = 15

/**
 * What promoters and detractors say more than the others: counted once a response, in at least five of both together, and only
 * where the shares differ by more than chance at 95%. Of many words tested one in twenty would pass by chance alone.
 */
export const compareUses = (n: Groups, uses: Iterable<Use>): Comparison => {
  const shown = [...uses]
    .filter(({ promoters, detractors }) => promoters + detractors >= fewestUses)
    .filter(
      ({ promoters, detractors }) => Math.abs(zOf(promoters, n.promoters, detractors, n.detractors)) >= beyondChance,
    )
    .map((use) => ({ use, difference: differenceOf(use, n) }))
  const byDifference = (sign: 1 | -1) =>
    shown
      .filter(({ difference }) => sign * difference > 0)
      .sort((a, b) => sign * (b.difference - a.difference) || (a.use.word < b.use.word ? -1 : 1))
      .slice(0, most)
      .map(({ use }) => use)
  return { n, ofPromoters: byDifference(1), ofDetractors: byDifference(-1) }
}
