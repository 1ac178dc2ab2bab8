import { budgets } from '../../../contract/budgets'
import { companies } from '../../../contract/companies'
import { complianceTemplates } from '../../../contract/compliance'
import type { ListEndpoint } from '../../../contract/core/endpoint'
import { devices } from '../../../contract/devices'
import { goals } from '../../../contract/goals'
import { enrollments } from '../../../contract/training'
import { companyUsers } from '../../../contract/users'
import { CompanyPicker } from '../../domain/company-picker'
import { PersonPicker } from '../../domain/person-picker'
import { getOwn } from '../../lib/text/get-own'
import type { FilterControl } from '../../list/filters/filter-controls'
import { recordPicker } from '../../list/filters/record-picker'
import type { ReadById } from '../../record/record-type'
import { isObject, quoted, thing } from '../sentences/labels'
import type { Found } from './evaluate'

/** The raw API record, so missing fields are not mistaken for empty ones. */
export type AsItStands = Record<string, unknown>

type Source = {
  noun: [one: string, many: string]
  get: ReadById
  list: ListEndpoint
  /** Search by name. */
  picker: FilterControl
  name: (record: AsItStands) => unknown
  /** Related records by ID, which conditions may refer to. */
  related: (record: AsItStands) => Partial<Record<string, string>>
}

const idOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : isObject(value) && typeof value.id === 'string' ? value.id : undefined

const withCompany = (company: unknown) => {
  const id = idOf(company)
  return id === undefined ? {} : { company: id }
}

/**
 * What the records of a rule's `entityType` are in this API. Source: the filter values of `entityType` and the resources of
 * the specification, part 2. Our reading: `user` is a person of a client, `planner` a budget, `training` an enrollment, and
 * `compliance` a compliance template. Tickets and meetings are in no operation of the API.
 */
const sources: Record<string, Source> = {
  device: {
    noun: ['device', 'devices'],
    get: devices.get,
    list: devices.list,
    picker: recordPicker({
      get: devices.get,
      list: devices.list,
      noun: 'device',
      by: 'name',
      name: ({ name }) => name,
      hint: ({ companyName }) => companyName,
    }),
    name: ({ name }) => name,
    related: ({ companyId }) => withCompany(companyId),
  },
  company: {
    noun: ['company', 'companies'],
    get: companies.get,
    list: companies.list,
    picker: CompanyPicker,
    name: ({ name }) => name,
    related: () => ({}),
  },
  user: {
    noun: ['person', 'people'],
    get: companyUsers.get,
    list: companyUsers.list,
    picker: PersonPicker,
    name: ({ fullName }) => fullName,
    related: ({ company }) => withCompany(company),
  },
  goal: {
    noun: ['goal', 'goals'],
    get: goals.get,
    list: goals.list,
    picker: recordPicker({
      get: goals.get,
      list: goals.list,
      noun: 'goal',
      by: 'title',
      name: ({ title }) => title,
      hint: ({ company }) => company?.name,
    }),
    name: ({ title }) => title,
    related: ({ company }) => withCompany(company),
  },
  planner: {
    noun: ['budget', 'budgets'],
    get: budgets.get,
    list: budgets.list,
    picker: recordPicker({
      get: budgets.get,
      list: budgets.list,
      noun: 'budget',
      by: 'title',
      name: ({ title }) => title,
      hint: ({ company }) => company?.name,
    }),
    name: ({ title }) => title,
    related: ({ company }) => withCompany(company),
  },
  training: {
    noun: ['enrollment', 'enrollments'],
    get: enrollments.get,
    list: enrollments.list,
    picker: recordPicker({
      get: enrollments.get,
      list: enrollments.list,
      noun: 'enrollment',
      by: 'enrolled_at',
      name: ({ course, user }) => [user?.fullName, course?.title].filter(Boolean).join(', '),
    }),
    name: ({ course, user }) =>
      [isObject(user) && user.fullName, isObject(course) && course.title].filter(Boolean).join(', '),
    related: ({ companyId, user }) => {
      const person = idOf(user)
      return { ...withCompany(companyId), ...(person !== undefined && { user: person }) }
    },
  },
  compliance: {
    noun: ['compliance template', 'compliance templates'],
    get: complianceTemplates.get,
    list: complianceTemplates.list,
    picker: recordPicker({
      get: complianceTemplates.get,
      list: complianceTemplates.list,
      noun: 'template',
      by: 'title',
      name: ({ title }) => title,
      hint: ({ groupName }) => groupName,
    }),
    name: ({ title }) => title,
    related: () => ({}),
  },
}

export const sourceOf = (entity: string | null | undefined) => getOwn(sources, entity)

/** Records by entity, or the reason one isn’t available. */
export type Known = Partial<Record<string, { record: AsItStands } | { unread: string }>>

/** Looks up a condition’s field in the record or a related one. */
export const finder =
  (entity: string, known: Known) =>
  (field: string): Found => {
    if (field === '') return { unread: 'the field is unknown' }
    const dot = field.indexOf('.')
    const owner = dot < 0 ? entity : field.slice(0, dot)
    const isOther = getOwn(known, owner) === undefined
    const source = getOwn(known, isOther ? entity : owner)
    if (!source) return { unread: `there’s no ${thing(entity)} to check` }
    if ('unread' in source) return source
    const path = dot < 0 || isOther ? field : field.slice(dot + 1)
    const found = at(source.record, path)
    if (found !== undefined) return { value: found }
    return {
      unread: isOther
        ? `the API response doesn’t include the ${thing(owner)} of this ${thing(entity)}`
        : `the API response has no field ${quoted(path)}`,
    }
  }

/** Field by name or dotted path. */
const at = (record: AsItStands, path: string): unknown => {
  if (Object.hasOwn(record, path)) return record[path]
  let value: unknown = record
  for (const name of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined
    value = value[name]
  }
  return value
}
