import * as z from 'zod/mini'
import {
  added,
  byUuid,
  endpoint,
  instant,
  list,
  object,
  one,
  oneOf,
  orderBy,
  read,
  search,
  text,
  uuid,
  uuids,
} from './core/endpoint'
import { webAddress } from './core/web-address'

export const companyStatuses = ['active', 'inactive', 'pending'] as const
const CompanyStatus = oneOf(companyStatuses)

export const Company = object(() => ({
  id: uuid,
  name: z.string(),
  domain: z.nullable(z.string()),
  status: added(CompanyStatus),
  employeeCount: z.nullable(z.number()),
  industry: z.nullable(z.string()),
  /** May have letters such as ü, which a URI may not. */
  website: z.nullable(z.string()),
  createdAt: instant,
  updatedAt: instant,
}))

/** The body of PUT (specification, part 4). Missing fields stay unchanged. */
const CompanyUpdate = object(() => ({
  name: z.optional(text({ min: 1, max: 255 })),
  domain: z.optional(text({ max: 255 })),
  status: z.optional(CompanyStatus),
  employeeCount: z.optional(
    z
      .number({ error: 'must be a number, 0 or more' })
      .check(z.gte(0, { error: 'must be 0 or more' }), z.lte(1e15, { error: 'must be at most 1,000,000,000,000,000' })),
  ),
  industry: z.optional(text({ max: 100 })),
  website: z.optional(webAddress),
}))

export const companies = {
  list: list({
    path: '/companies',
    summary: 'List companies',
    scope: 'companies:read',
    item: Company,
    limit: [20, 100],
    sort: orderBy(['name', 'created_at', 'updated_at'], 'created_at', 'desc'),
    filters: () => ({
      search: added(z.optional(search)),
      status: added(z.optional(CompanyStatus)),
      industry: added(z.optional(text({ max: 100 }))),
      ids: added(z.optional(uuids(100))),
    }),
  }),
  get: read({
    path: '/companies/:id',
    summary: 'Read a company',
    scope: 'companies:read',
    item: Company,
    addition: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/companies/:id',
    summary: 'Update a company',
    scope: 'companies:write',
    params: byUuid,
    body: CompanyUpdate,
    response: one(Company),
  }),
}
