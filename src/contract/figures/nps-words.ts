import * as z from 'zod/mini'
import { endpoint, instant, object, one, oneOf, rangeEnd, rangeStart, text, uuid, wholeNumber } from '../core/endpoint'
import { NpsResponse } from '../nps'
import { termKinds } from './words'

const counts = () => ({ promoters: z.int(), detractors: z.int() })
const Use = object(() => ({ word: z.string(), ...counts() }))

/** The terms that one group uses more than the other, the largest difference first. */
const Comparison = object(() => ({
  /** Responses with a comment; where tags are compared, with a comment or tags. */
  n: object(counts),
  ofPromoters: z.array(Use),
  ofDetractors: z.array(Use),
}))

const reach = () => ({
  /** Null if every response that was asked for is counted, else the time that those counted go back to. */
  countedFrom: z.nullable(instant),
  /** Whether older responses are still being counted, so that the same request soon has more. */
  isCounting: z.boolean(),
})

const sample = () => ({
  companyId: z.optional(uuid),
  dateFrom: z.optional(rangeStart),
  dateTo: z.optional(rangeEnd),
})

/** What promoters and detractors say, counted once a response. */
export const npsWords = {
  read: endpoint({
    method: 'GET',
    path: '/nps-words',
    summary: 'Compare the words and tags of promoters and detractors',
    scope: 'nps-responses:read',
    addition: true,
    query: object(sample),
    response: one(object(() => ({ words: Comparison, tags: Comparison, ...reach() }))),
  }),
  responses: endpoint({
    method: 'GET',
    path: '/nps-words/responses',
    summary: 'List the responses of promoters and detractors with a word or a tag, newest first',
    scope: 'nps-responses:read',
    addition: true,
    query: object(() => ({
      kind: oneOf(termKinds),
      /** As the comparison gives it, in lower case. */
      word: text({ min: 1, max: 255 }),
      ...sample(),
      limit: z._default(wholeNumber(1, 1000), 25),
    })),
    response: one(object(() => ({ responses: z.array(NpsResponse), totalCount: z.int(), ...reach() }))),
  }),
}
