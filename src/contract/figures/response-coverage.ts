import * as z from 'zod/mini'
import { endpoint, instant, object, one, rangeEnd, rangeStart, uuid, wholeNumber } from '../core/endpoint'

/** Addresses are compared without case and surrounding spaces; a blank one is none. */
export const comparedAddress = (address: string | null | undefined) => address?.trim().toLowerCase() || null

/**
 * Active people who were there for the whole period, and how many of them answered their client in it, by address. Who was
 * invited is not in the data.
 */
const counts = () => ({ people: z.int(), answered: z.int() })

const CoverageClient = object(() => ({
  companyId: z.nullable(uuid),
  companyName: z.nullable(z.string()),
  ...counts(),
  promotersCount: z.int(),
  passivesCount: z.int(),
  detractorsCount: z.int(),
  /** Responses whose address is none of the client’s active people’s, or that have none. */
  unmatched: z.int(),
}))

export const SilentPerson = object(() => ({
  id: uuid,
  fullName: z.string(),
  email: z.string(),
  role: z.nullable(z.string()),
  lastLogin: z.nullable(instant),
}))

const period = () => ({ dateFrom: rangeStart, dateTo: rangeEnd })

export const responseCoverage = {
  clients: endpoint({
    method: 'GET',
    path: '/response-coverage',
    summary: 'List clients by the people who did not answer a survey in a period',
    scope: 'nps-responses:read',
    readScope: 'users:read',
    addition: true,
    query: object(() => ({
      ...period(),
      companyId: z.optional(uuid),
      limit: z._default(wholeNumber(1, 100), 25),
    })),
    response: one(
      object(() => ({
        ...counts(),
        clients: z.array(CoverageClient),
        totalCount: z.int(),
        /** In the period, also of clients without people, and how many of them can be no one’s for want of an address. */
        responses: z.int(),
        withoutAddress: z.int(),
      })),
    ),
  }),
  people: endpoint({
    method: 'GET',
    path: '/response-coverage/people',
    summary: 'List the people of a client who did not answer a survey in a period',
    scope: 'nps-responses:read',
    readScope: 'users:read',
    addition: true,
    query: object(() => ({ ...period(), companyId: uuid, limit: z._default(wholeNumber(1, 1000), 100) })),
    response: one(
      object(() => ({
        roles: z.array(object(() => ({ role: z.nullable(z.string()), ...counts() }))),
        silent: z.array(SilentPerson),
        totalCount: z.int(),
      })),
    ),
  }),
}
