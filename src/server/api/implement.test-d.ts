import { it } from 'vitest'
import { companies } from '../../contract/companies'
import { json } from '../db/json'
import { contains, equals, isOneOf } from '../db/list-engine/conditions'
import { getHandler, mergeChanges, updateRecord } from '../db/repository'
import { companiesTable } from '../resources/companies'
import { implement } from './implement'
import { listHandler } from './list-handler'

const sorts = { name: 't.name_sort', created_at: 't.created_at', updated_at: 't.updated_at' }
const filters = { search: contains(), status: equals('t.status'), industry: equals('t.industry'), ids: isOneOf('t.id') }
const list = listHandler(companies.list, companiesTable, { sorts, filters })
const get = getHandler(companiesTable, 'company')

it('refuses a missing answer', () => {
  // @ts-expect-error update has no handler
  implement(companies, { list, get })
})

it('refuses an answer of another shape', () => {
  // @ts-expect-error a company has more than an id
  implement(companies, { list, get, update: async ({ caller }) => json({ data: { id: caller.id } }) })
})

it('refuses a field that the body does not have', () => {
  implement(companies, {
    list,
    get,
    update: (context, { id, body }) =>
      // @ts-expect-error the body has name, not title
      updateRecord(context, companiesTable, 'company', id, (company) => mergeChanges(company, { name: body.title })),
  })
})

it('refuses a list that forgets a filter, a sort key, or has one too many', () => {
  const { industry, ...fewer } = filters
  // @ts-expect-error industry is not answered
  listHandler(companies.list, companiesTable, { sorts, filters: fewer })
  const { name, ...other } = sorts
  // @ts-expect-error name is not answered
  listHandler(companies.list, companiesTable, { sorts: other, filters })
  // @ts-expect-error companies have no filter "domain"
  listHandler(companies.list, companiesTable, { sorts, filters: { ...filters, domain: equals('t.domain') } })
})
