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
  Ref,
  read,
  search,
  sortColumn,
  text,
  uuid,
  wholeNumber,
} from './core/endpoint'

export const budgetStatuses = ['Draft', 'PendingApproval', 'Approved', 'Obsolete'] as const
const periodTypes = ['Annual', 'Quarterly', 'Monthly'] as const
export const budgetCategories = ['software', 'hardware', 'labour', 'subscription', 'other'] as const
const BudgetStatus = oneOf(budgetStatuses)
const PeriodType = oneOf(periodTypes)

export const BudgetLineItem = object(() => ({
  id: uuid,
  description: z.string(),
  quantity: z.number(),
  unitPrice: z.number(),
  termMonths: z.nullable(z.int()),
  annualisedCost: z.number(),
  currency: z.string(),
  notes: z.nullable(z.string()),
  category: object(() => ({ id: z.string(), name: z.string() })),
  linkedItem: z.nullable(Ref),
  type: added(z.nullable(z.string())),
  recurrence: added(z.nullable(z.string())),
  createdAt: instant,
  updatedAt: instant,
}))

/** Sums of `annualisedCost` by category in the budget's currency; lines in other currencies are excluded. */
export const BudgetTotals = object(() => ({
  softwareTotal: z.number(),
  hardwareTotal: z.number(),
  labourTotal: z.number(),
  subscriptionTotal: z.number(),
  otherTotal: z.number(),
  grandTotal: z.number(),
}))

export const Budget = object(() => ({
  id: uuid,
  title: z.string(),
  fiscalYear: z.int(),
  periodType: added(PeriodType),
  status: added(BudgetStatus),
  currency: z.string(),
  notes: z.nullable(z.string()),
  company: z.nullable(Ref),
  createdBy: z.nullable(Ref),
  totals: BudgetTotals,
  lineItemCount: z.int(),
  createdAt: instant,
  updatedAt: instant,
  lineItems: z.array(BudgetLineItem),
}))

const fiscalYear = 'must be a whole number from 1900 to 2100'
/** Codes of ISO 4217's list one that Intl leaves out: funds, metals, units and those for tests, and VED beside VES. */
const otherCurrencies = 'BOV CHE CHW CLF COU MXV USN UYI UYW VED XAD XAG XAU XBA XBB XBC XBD XPD XPT XTS XUA XXX'
const isCurrency = (code: string) =>
  Intl.supportedValuesOf('currency').includes(code) || otherCurrencies.split(' ').includes(code)
const currency = { error: 'must be an ISO 4217 currency code in capitals, such as GBP' }

/** The body of PATCH (specification, part 4). Only `notes` accepts null, which clears it. */
const BudgetUpdate = object(() => ({
  title: z.optional(text({ min: 1, max: 255 })),
  fiscalYear: z.optional(
    z.int({ error: fiscalYear }).check(z.gte(1900, { error: fiscalYear }), z.lte(2100, { error: fiscalYear })),
  ),
  periodType: z.optional(PeriodType),
  status: z.optional(BudgetStatus),
  currency: z.optional(
    z.string(currency).check(z.regex(/^[A-Z]{3}$/, { ...currency, abort: true }), z.refine(isCurrency, currency)),
  ),
  notes: z.optional(z.nullable(text({ max: 10000 }))),
}))

export const budgets = {
  list: list({
    path: '/budgets',
    summary: 'List budgets',
    scope: 'budgets:read',
    addition: true,
    item: Budget,
    limit: [25, 100],
    sort: sortColumn(['title', 'fiscal_year', 'status', 'period_type', 'created_at', 'updated_at'], 'created_at', true),
    filters: () => ({
      search: z.optional(search),
      titleOrCompany: added(z.optional(search)),
      companyId: z.optional(uuid),
      fiscalYear: z.optional(wholeNumber(1900, 2100)),
      status: z.optional(BudgetStatus),
      periodType: z.optional(PeriodType),
    }),
  }),
  get: read({
    path: '/budgets/:id',
    summary: 'Read a budget with its line items',
    scope: 'budgets:read',
    item: Budget,
    addition: true,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/budgets/:id',
    summary: 'Update a budget',
    scope: 'budgets:write',
    params: byUuid,
    body: BudgetUpdate,
    response: one(Budget),
  }),
}
