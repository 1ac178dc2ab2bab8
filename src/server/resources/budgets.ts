import type { z } from 'zod/mini'
import { type Budget, budgetCategories, budgets } from '../../contract/budgets'
import { implement } from '../api/implement'
import { listHandler } from '../api/list-handler'
import { contains, either, equals } from '../db/list-engine/conditions'
import { searchText, sortKey } from '../db/list-engine/search-text'
import { getHandler, mergeChanges, updateRecord } from '../db/repository'
import { companyJoin, companyRef, computed, defineTable, instant, int, json, text, uuid } from '../db/table'

/**
 * SQL of a value over a budget’s lines. `columns` declares more fields of a line, after a comma. Lines in another currency are
 * excluded (docs/budget-arithmetic.md); those without one are in the budget’s.
 */
const ofLines = (value: string, columns = '', join = '') => `(
  select ${value}
  from json_to_recordset(t.line_items) as line(currency text, "annualisedCost" numeric${columns}) ${join}
  where coalesce(nullif(line.currency, ''), t.currency) = t.currency)`

/** A line’s category by ID or name, in any case, as the web tells them: what a server calls them is its own. */
const category = `case ${budgetCategories
  .map((known) => `when '${known}' in (lower(line.category ->> 'id'), lower(line.category ->> 'name')) then '${known}'`)
  .join(' ')} else 'other' end`

/** Summed by the database in decimal arithmetic. */
const budgetTotals = ofLines(
  `json_build_object(${[...budgetCategories, 'grand']
    .map((total) => {
      const only = total === 'grand' ? '' : `filter (where known.category = '${total}')`
      return `'${total}Total', coalesce(sum(line."annualisedCost") ${only}, 0)`
    })
    .join(', ')})`,
  ', category json',
  // Without the offset the category is worked out once per total, which takes ten times as long.
  `cross join lateral (select ${category} as category offset 0) known`,
)

/** The grand total alone, which takes less time where there are many. */
export const grandTotal = ofLines('coalesce(sum(line."annualisedCost"), 0)')

export const budgetsTable = defineTable<z.output<typeof Budget>>()({
  name: 'budgets',
  join: companyJoin,
  fields: {
    id: uuid,
    title: text,
    fiscalYear: int,
    periodType: text,
    status: text,
    currency: text,
    notes: text,
    company: companyRef,
    createdBy: json,
    totals: computed(budgetTotals),
    lineItemCount: computed('json_array_length(t.line_items)'),
    createdAt: instant,
    updatedAt: instant,
    lineItems: json,
  },
  derived: {
    title_sort: { type: 'text', from: ({ title }) => sortKey(title) },
    search_text: { type: 'text', from: ({ title }) => searchText(title) },
    company_search: { type: 'text', read: '(select name_search from companies where id = r.company_id for share)' },
  },
})

export const budgetRoutes = implement(budgets, {
  list: listHandler(budgets.list, budgetsTable, {
    sorts: {
      title: 't.title_sort',
      fiscal_year: 't.fiscal_year',
      status: 't.status',
      period_type: 't.period_type',
      created_at: 't.created_at',
      updated_at: 't.updated_at',
    },
    filters: {
      search: contains(),
      titleOrCompany: either(contains(), contains('t.company_search')),
      companyId: equals('t.company_id'),
      fiscalYear: equals('t.fiscal_year'),
      status: equals('t.status'),
      periodType: equals('t.period_type'),
    },
  }),
  get: getHandler(budgetsTable, 'budget'),
  update: (context, { id, body }) =>
    updateRecord(context, budgetsTable, 'budget', id, (budget) => mergeChanges(budget, body)),
})
