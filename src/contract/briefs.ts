import * as z from 'zod/mini'
import { briefLanguages } from './core/brief-document'
import { byUuid, endpoint, object, oneOf } from './core/endpoint'

export const papers = ['A4', 'Letter'] as const
export type Paper = (typeof papers)[number]

/** What a brief can be made as, the first unless a request accepts another alone. */
export const briefTypes = {
  pdf: 'application/pdf',
  word: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const

export const briefs = {
  render: endpoint({
    method: 'GET',
    path: '/companies/:id/brief',
    summary: 'Make a client brief as PDF or Word',
    scope: 'briefs:read',
    addition: true,
    params: byUuid,
    query: object(() => ({
      language: z._default(oneOf(briefLanguages), 'en'),
      paper: z._default(oneOf(papers), 'A4'),
    })),
    response: z.never(),
    files: Object.values(briefTypes),
  }),
}
