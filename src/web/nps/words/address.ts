import { type TermKind, termKinds } from '../../../contract/figures/words'
import type { Sample } from '../../domain/nps/counts/read-counts'
import { readReview, readSubpageParams } from '../review/use-review'

export type Chosen = { kind: TermKind; word: string }

/** Which word or tag is looked at: `word=printer` or `tag=onsite`. */
export const chosenIn = (search: URLSearchParams): Chosen | null => {
  for (const kind of termKinds) {
    const word = search.get(kind)
    if (word) return { kind, word }
  }
  return null
}

export const withoutChosen = (search: URLSearchParams) =>
  new URLSearchParams([...search].filter(([key]) => key !== 'word' && key !== 'tag'))

export const readAddress = (search: URLSearchParams) => {
  const review = readReview(withoutChosen(search))
  const { companyId, ...beside } = readSubpageParams(review, ['companyId'])
  const sample = { ...(companyId && { companyId }), ...review.dates } as Sample
  return { sample, companyId, ...beside, canAnswer: !review.reversed && !beside.isAhead }
}
