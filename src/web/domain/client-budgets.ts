import type { budgets } from '../../contract/budgets'
import { largestPage } from '../../contract/core/list-query'
import { query } from '../lib/api/client'
import { getOwn } from '../lib/text/get-own'
import type { RecordOf } from '../record/record-type'
import { budgetBasics } from './records/budget'

export type Budget = RecordOf<typeof budgets.get>

export const budgetFiltersOf = (companyId: string) => ({ companyId, sortColumn: 'fiscal_year', sortDesc: 'true' })

/** As many of a client’s budgets as a page of the list has, latest year first. */
export const clientBudgetsQuery = (companyId: string) =>
  query(budgetBasics.list, { query: { ...budgetFiltersOf(companyId), limit: String(largestPage(budgetBasics.list)) } })

type Ranked = { fiscalYear?: number | null; status?: string | null }

const places: Record<string, number> = { PendingApproval: 0, Approved: 1, Draft: 2 }
const placeOf = ({ status }: Ranked) => getOwn(places, status) ?? 3

/** The budget of the latest year that is not obsolete; within a year, one that waits for approval comes first. */
export const leadingBudget = <B extends Ranked>(budgets: B[]): B | undefined =>
  budgets
    .filter(({ status }) => status !== 'Obsolete')
    .toSorted((a, b) => (b.fiscalYear ?? 0) - (a.fiscalYear ?? 0) || placeOf(a) - placeOf(b))[0]

/** Drafts and what is obsolete stay in the house. */
export const isForClients = ({ status }: Ranked) => status === 'Approved' || status === 'PendingApproval'
