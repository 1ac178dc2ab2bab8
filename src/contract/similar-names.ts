import * as z from 'zod/mini'
import { endpoint, object, one, text } from './core/endpoint'

/** A record whose name differs from a text by one letter, with its path in this API and its company’s name, if it has one. */
const SimilarName = object(() => ({ path: z.string(), name: z.string(), companyName: z.nullable(z.string()) }))

export const similarNames = {
  find: endpoint({
    method: 'GET',
    path: '/similar-names',
    summary: 'Find records of the resources that the key can read by a name with one wrong letter',
    scope: null,
    addition: true,
    query: object(() => ({ text: text({ min: 1, max: 255 }) })),
    response: one(z.array(SimilarName)),
  }),
}
