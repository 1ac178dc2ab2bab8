import * as z from 'zod/mini'
import {
  added,
  flag,
  instant,
  list,
  object,
  oneOf,
  Ref,
  rangeEnd,
  rangeStart,
  read,
  search,
  sortColumn,
  uuid,
} from './core/endpoint'

const userStatuses = ['active', 'disabled', 'pending', 'imported'] as const
const UserStatus = oneOf(userStatuses)

export const CompanyUser = object(() => ({
  id: uuid,
  email: z.string(),
  fullName: z.string(),
  avatarUrl: z.nullable(z.string()),
  status: added(UserStatus),
  lastLogin: z.nullable(instant),
  createdAt: instant,
  updatedAt: instant,
  role: z.nullable(Ref),
  company: z.nullable(Ref),
}))

export const User = object(() => ({ ...CompanyUser.shape, isPrimaryAdmin: z.boolean() }))

export const companyUsers = {
  list: list({
    path: '/companies/users',
    summary: 'List company users',
    scope: 'users:read',
    item: CompanyUser,
    limit: [25, 50],
    sort: sortColumn(['full_name', 'email', 'status', 'created_at', 'last_login', 'company_name'], 'full_name', false),
    filters: () => ({
      search: z.optional(search),
      status: z.optional(UserStatus),
      roleId: z.optional(uuid),
      companyId: z.optional(uuid),
      lastLoginAfter: added(z.optional(rangeStart)),
      lastLoginBefore: added(z.optional(rangeEnd)),
    }),
  }),
  get: read({ path: '/companies/users/:id', summary: 'Read a company user', scope: 'users:read', item: CompanyUser }),
}

export const users = {
  list: list({
    path: '/users',
    summary: 'List users',
    scope: 'users:read',
    addition: true,
    item: User,
    limit: [25, 100],
    sort: sortColumn(['full_name', 'email', 'status', 'created_at', 'last_login'], 'full_name', false),
    filters: () => ({
      search: z.optional(search),
      status: z.optional(UserStatus),
      roleId: z.optional(uuid),
      companyId: z.optional(uuid),
      isPrimaryAdmin: flag,
    }),
  }),
  get: read({ path: '/users/:id', summary: 'Read a user', scope: 'users:read', item: User }),
}
