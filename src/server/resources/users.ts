import { sql } from 'kysely'
import type { z } from 'zod/mini'
import { type CompanyUser, companyUsers, type User, users } from '../../contract/users'
import { implement } from '../api/implement'
import { listHandler } from '../api/list-handler'
import type { Database } from '../db/database'
import { contains, equals, equalsId, notAfter, notBefore } from '../db/list-engine/conditions'
import { fold, nameInBothOrders, searchText, sortKey } from '../db/list-engine/search-text'
import { getHandler } from '../db/repository'
import { boolean, companyJoin, companyRef, defineTable, instant, ref, text, uuid } from '../db/table'

type Person = z.output<typeof CompanyUser>

const fields = {
  id: uuid,
  email: text,
  fullName: text,
  avatarUrl: text,
  status: text,
  lastLogin: instant,
  createdAt: instant,
  updatedAt: instant,
  role: ref,
  company: companyRef,
}
const derived = {
  full_name_sort: { type: 'text' as const, from: ({ fullName }: Person) => sortKey(fullName) },
  email_sort: { type: 'text' as const, from: ({ email }: Person) => sortKey(email) },
  search_text: {
    type: 'text' as const,
    from: ({ fullName, email }: Person) => searchText(nameInBothOrders(fullName), email),
  },
}
const sorts = {
  full_name: 't.full_name_sort',
  email: 't.email_sort',
  status: 't.status',
  created_at: 't.created_at',
  last_login: 't.last_login',
}
const filters = {
  search: contains(),
  status: equals('t.status'),
  roleId: equalsId("t.role ->> 'id'"),
  companyId: equals('t.company_id'),
}

/** Stored with the user, so that it can be indexed. The lock keeps the company from being renamed meanwhile. */
const nameOfCompany = '(select name_sort from companies where id = r.company_id for share)'

export const companyUsersTable = defineTable<Person>()({
  name: 'company_users',
  join: companyJoin,
  fields,
  derived: { ...derived, company_name_sort: { type: 'text', read: nameOfCompany } },
})

export const companyUserRoutes = implement(companyUsers, {
  list: listHandler(companyUsers.list, companyUsersTable, {
    sorts: { ...sorts, company_name: 't.company_name_sort' },
    filters: { ...filters, lastLoginAfter: notBefore('t.last_login'), lastLoginBefore: notAfter('t.last_login') },
  }),
  get: getHandler(companyUsersTable, 'company user'),
})

export const usersTable = defineTable<z.output<typeof User>>()({
  name: 'users',
  join: companyJoin,
  fields: { ...fields, isPrimaryAdmin: boolean },
  derived,
})

export const userRoutes = implement(users, {
  list: listHandler(users.list, usersTable, {
    sorts,
    filters: { ...filters, isPrimaryAdmin: equals('t.is_primary_admin') },
  }),
  get: getHandler(usersTable, 'user'),
})

/** The staff user with this email address, whatever its case. The index leaves accents out as well. */
export const findStaffByEmail = async (database: Pick<Database, 'sql'>, email: string): Promise<string | null> => {
  const [plain = ''] = sortKey(email).split('\u0001')
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from users where email_sort >= ${`${plain}\u0001`} and email_sort < ${`${plain}\u0002`}
    order by email_sort, id`.execute(database.sql)
  return rows.find((user) => fold(user.email) === fold(email))?.id ?? null
}
