import { randomUUID } from 'node:crypto'
import { dayLong } from '../../../contract/core/days'
import type { Endpoint, FilterKey, ListEndpoint } from '../../../contract/core/endpoint'
import { contract } from '../../../contract/index'
import { fold, nameInBothOrders, sortKey, withoutAccents } from '../../db/list-engine/search-text'
import type { Records } from '../registry'
import { tables } from '../registry'

/** A plain model of what a list must return, without SQL, to test the implementation against. */

export type Row = { id: string } & Record<string, unknown>
export type Resource = keyof Records

export const lists = (Object.keys(tables) as Resource[]).map((resource) => ({
  resource,
  path: contract[resource].list.path,
  list: contract[resource].list as ListEndpoint,
  get: contract[resource].get as Endpoint,
}))

/* Order: by the field, nulls last in both directions, ties by id. */

/** A sort key's value in a record: `company_name` is `company.name`, all others are the field of that name. */
const sortedBy = (row: Row, key: string): unknown => {
  if (key === 'company_name') return (row.company as { name: string } | null)?.name ?? null
  if (key === 'warranty_end') return warrantyEnd(row)
  // A response is created when it is given, so the API has one field for both.
  if (key === 'created_at' && 'responseDate' in row) return row.responseDate
  return row[key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())] ?? null
}

const names = ['name', 'full_name', 'email', 'title', 'company_name', 'respondent_name']

const compare = (a: unknown, b: unknown) =>
  typeof a === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(String(b))) : Number(a) - Number(b)

/** The rows in the order of the list. */
export const inOrder = <R extends Row>(rows: R[], key: string, descending: boolean) => {
  const compareIds = (a: R, b: R) => compare(a.id, b.id)
  return rows
    .map((row) => {
      const value = sortedBy(row, key)
      return { row, value: value !== null && names.includes(key) ? sortKey(String(value)) : value }
    })
    .sort((a, b) => {
      if (a.value === null || b.value === null)
        return a.value === b.value ? compareIds(a.row, b.row) : a.value === null ? 1 : -1
      const order = compare(a.value, b.value)
      return order === 0 ? compareIds(a.row, b.row) : descending ? -order : order
    })
    .map(({ row }) => row)
}

/* Filters: which rows match a value, and which values are worth asking for. */

export type Filter = { matches: (row: Row, value: string) => boolean; from: (row: Row) => unknown[] }

const same = (field: string): Filter => ({
  matches: (row, value) => String(row[field]) === value,
  from: (row) => [row[field]],
})

/** By id, ignoring case. */
const byId = (idOf: (row: Row) => unknown): Filter => ({
  matches: (row, value) => String(idOf(row)).toLowerCase() === value.toLowerCase(),
  from: (row) => [idOf(row), String(idOf(row)).toUpperCase()],
})
const id = (field: string) => byId((row) => row[field])
const refers = (field: string) => byId((row) => (row[field] as Row | null)?.id ?? null)

const ids: Filter = {
  matches: (row, value) => value.toLowerCase().split(',').includes(row.id),
  from: ({ id }) => [id, `${randomUUID()},${id.toUpperCase()}`],
}

/** Filters by `false` and `null` too. */
const flag = (field: string): Filter => ({
  matches: (row, value) => value === 'null' || String(row[field]) === value,
  from: () => ['true', 'false', 'null'],
})

/** A name is also searched with the surname first, and every field without its accents. */
const searched = (row: Row, field: string) => {
  const text = String(row[field] ?? '')
  return fold(field === 'fullName' ? nameInBothOrders(text) : text)
}
const contains = (...fields: string[]): Filter => ({
  matches: (row, value) =>
    fields
      .map((field) => searched(row, field))
      .some((text) => [text, withoutAccents(text)].some((form) => form.includes(fold(value)))),
  from: (row) =>
    fields.flatMap((field) => {
      const text = [...String(row[field] ?? '')]
      return [text.slice(1, 6).join(''), text.slice(-2).join('').toUpperCase()]
    }),
})

const titled = contains('title', 'companyName')
const flat = (row: Row): Row => ({ ...row, companyName: (row.company as { name: string } | null)?.name ?? null })

/** Both ends are inclusive, and a plain date is its whole day in UTC. */
const ends = (value: string) => {
  const start = Date.parse(value)
  return value.length === 10 ? { first: start, last: start + dayLong - 1 } : { first: start, last: start }
}
const moments = (value: unknown) => (value ? [value, String(value).slice(0, 10)] : [])
const notBefore = (read: (row: Row) => unknown): Filter => ({
  matches: (row, value) => read(row) !== null && Date.parse(String(read(row))) >= ends(value).first,
  from: (row) => moments(read(row)),
})
const notAfter = (read: (row: Row) => unknown): Filter => ({
  matches: (row, value) => read(row) !== null && Date.parse(String(read(row))) <= ends(value).last,
  from: (row) => moments(read(row)),
})

/** If the two warranty ends differ, the earlier one counts. */
const warrantyEnd = ({ warrantyEnd, warrantyExpires }: Row) =>
  [warrantyEnd, warrantyExpires].filter((end) => end !== null).sort()[0] ?? null

/** A filter of the contract that is missing does not compile. */
export const filters: { [R in Resource]: { [K in FilterKey<(typeof contract)[R]['list']>]: Filter } } = {
  companies: { search: contains('name', 'domain'), status: same('status'), industry: same('industry'), ids },
  companyUsers: {
    search: contains('fullName', 'email'),
    status: same('status'),
    roleId: refers('role'),
    companyId: refers('company'),
    lastLoginAfter: notBefore(({ lastLogin }) => lastLogin),
    lastLoginBefore: notAfter(({ lastLogin }) => lastLogin),
  },
  users: {
    search: contains('fullName', 'email'),
    status: same('status'),
    roleId: refers('role'),
    companyId: refers('company'),
    isPrimaryAdmin: flag('isPrimaryAdmin'),
  },
  goals: {
    search: contains('title'),
    companyId: refers('company'),
    year: same('year'),
    quarter: same('quarter'),
    isOpen: {
      matches: ({ progressPercentage, status }, value) => {
        const isEnded = ['completed', 'cancelled', 'canceled'].includes(
          String((status as { name?: unknown } | null)?.name)
            .trim()
            .toLowerCase(),
        )
        return value === 'null' || String(Number(progressPercentage ?? 0) < 100 && !isEnded) === value
      },
      from: () => ['true', 'false', 'null'],
    },
    dueAfter: notBefore(({ dueDate }) => dueDate),
    dueBefore: notAfter(({ dueDate }) => dueDate),
  },
  budgets: {
    search: contains('title'),
    titleOrCompany: {
      matches: (row, value) => titled.matches(flat(row), value),
      from: (row) => titled.from(flat(row)),
    },
    companyId: refers('company'),
    fiscalYear: same('fiscalYear'),
    status: same('status'),
    periodType: same('periodType'),
  },
  automation: {
    search: contains('name', 'description'),
    isActive: flag('isActive'),
    triggerType: same('triggerType'),
    entityType: same('entityType'),
    companyId: {
      matches: ({ companyIds }, value) => {
        const ids = companyIds as string[]
        return ids.length === 0 || ids.includes(value.toLowerCase())
      },
      from: ({ companyIds }) => companyIds as string[],
    },
  },
  reportSchedules: {
    companyId: id('companyId'),
    status: same('status'),
    nextRunAfter: notBefore(({ nextRunAt }) => nextRunAt),
    nextRunBefore: notAfter(({ nextRunAt }) => nextRunAt),
  },
  briefSchedules: { companyId: id('companyId'), status: same('status'), lastResult: same('lastResult') },
  reports: { companyId: id('companyId'), status: same('status'), reportTypeId: id('reportTypeId') },
  npsSurveys: { search: contains('title'), isActive: flag('isActive') },
  npsResponses: {
    search: contains('respondentName', 'respondentEmail', 'feedbackText'),
    surveyId: id('surveyId'),
    companyId: id('companyId'),
    category: same('category'),
    followUpRequired: flag('followUpRequired'),
    followUpState: same('followUpState'),
    dateFrom: notBefore(({ responseDate }) => responseDate),
    dateTo: notAfter(({ responseDate }) => responseDate),
  },
  devices: {
    search: contains('name', 'serialNumber', 'macAddress', 'ipAddress'),
    companyId: id('companyId'),
    deviceTypeId: id('deviceTypeId'),
    locationId: id('locationId'),
    status: same('status'),
    manufacturer: same('manufacturer'),
    inUse: {
      matches: ({ status }, value) =>
        value === 'null' || String(String(status).trim().toLowerCase() !== 'retired') === value,
      from: () => ['true', 'false', 'null'],
    },
    warrantyAfter: notBefore(warrantyEnd),
    warrantyBefore: notAfter(warrantyEnd),
  },
  dashboards: { search: contains('name') },
  enrollments: {
    companyId: id('companyId'),
    userId: refers('user'),
    courseId: refers('course'),
    isCompleted: {
      matches: ({ completedAt }, value) => value === 'null' || String(completedAt !== null) === value,
      from: () => ['true', 'false', 'null'],
    },
    dueAfter: notBefore(({ dueDate }) => dueDate),
    dueBefore: notAfter(({ dueDate }) => dueDate),
    completedAfter: notBefore(({ completedAt }) => completedAt),
    completedBefore: notAfter(({ completedAt }) => completedAt),
    ids,
  },
  certificates: {
    search: contains('certificateNumber', 'verificationCode'),
    userId: refers('user'),
    courseId: refers('course'),
    includeRevoked: {
      matches: ({ isRevoked }, value) => value === 'true' || isRevoked === false,
      from: () => ['true', 'false', 'null'],
    },
    expiresAfter: notBefore(({ expiresAt }) => expiresAt),
    expiresBefore: notAfter(({ expiresAt }) => expiresAt),
  },
  complianceTemplates: { search: contains('title') },
}
