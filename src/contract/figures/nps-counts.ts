import * as z from 'zod/mini'
import { commaSeparated, endpoint, instant, object, one, uuid } from '../core/endpoint'

/** In the counts of all responses, and in those of each company. */
const mostSpans = { all: 100, byCompany: 4 }

const isLater = (at: string, index: number, all: string[]) =>
  index === 0 || Date.parse(at) > Date.parse(all[index - 1] as string)

/** Where spans that follow each other begin, and where the last one ends: a response at a bound is in the span that begins there. */
const bounds = (most: number) =>
  commaSeparated(
    z.array(instant).check(
      z.minLength(2),
      z.maxLength(most + 1),
      z.refine((all: string[]) => all.every(isLater)),
    ),
    `2 to ${most + 1} date-times such as 2026-11-23T09:41:00Z, each later than the one before`,
  )

export const NpsCounts = object(() => ({
  promotersCount: z.int(),
  passivesCount: z.int(),
  detractorsCount: z.int(),
}))

/** Counts by category in spans of time. Analytics has these for one survey only, in days of UTC. */
export const npsCounts = {
  spans: endpoint({
    method: 'GET',
    path: '/nps-counts',
    summary: 'Count promoters, passives and detractors in spans of time',
    scope: 'nps-responses:read',
    addition: true,
    query: object(() => ({ surveyId: z.optional(uuid), companyId: z.optional(uuid), bounds: bounds(mostSpans.all) })),
    response: one(z.array(NpsCounts)),
  }),
  companies: endpoint({
    method: 'GET',
    path: '/nps-counts/companies',
    summary: 'Count promoters, passives and detractors of each company in spans of time',
    scope: 'nps-responses:read',
    addition: true,
    query: object(() => ({ surveyId: z.optional(uuid), bounds: bounds(mostSpans.byCompany) })),
    response: one(
      z.array(
        object(() => ({
          companyId: uuid,
          companyName: z.nullable(z.string()),
          companyStatus: z.nullable(z.string()),
          spans: z.array(NpsCounts),
        })),
      ),
    ),
  }),
}
