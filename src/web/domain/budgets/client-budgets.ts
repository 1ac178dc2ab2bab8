import type { budgets } from '../../../contract/budgets'
import { largestPage } from '../../../contract/core/list-query'
import { query } from '../../lib/api/client'
import { getOwn } from '../../lib/text/get-own'
import type { RecordOf } from '../../record/record-type'
import { dayFrom } from '../../ui/format/days-from-today'
import { budgetBasics } from '../records/budget'

export type Budget = RecordOf<typeof budgets.get>

export const budgetFiltersOf = (companyId: string) => ({ companyId, sortColumn: 'fiscal_year', sortDesc: 'true' })

/** As many of a client’s budgets as a page of the list has, latest year first. */
export const clientBudgetsQuery = (companyId: string) =>
  query(budgetBasics.list, { query: { ...budgetFiltersOf(companyId), limit: String(largestPage(budgetBasics.list)) } })

type Ranked = { fiscalYear?: number | null; status?: string | null }

const places: Record<string, number> = { PendingApproval: 0, Approved: 1, Draft: 2 }
const placeOf = ({ status }: Ranked) => getOwn(places, status) ?? 3

/** Drafts and what is obsolete stay in the house. */
export const isForClients = ({ status }: Ranked) => status === 'Approved' || status === 'PendingApproval'

/** Latest year first; within a year, one that waits for approval comes first. */
export const byYear = (a: Ranked, b: Ranked) => (b.fiscalYear ?? 0) - (a.fiscalYear ?? 0) || placeOf(a) - placeOf(b)

/**
 * What a client’s page and brief lead with, so that they name the same: this year's budget, or where there is none the
 * latest. A draft leads only where no budget is for clients; an obsolete one never does.
 */
export const leadingBudget = <B extends Ranked>(budgets: B[], now?: Date): B | undefined => {
  const thisYear = Number(dayFrom(0, now).slice(0, 4))
  const ranked = budgets.filter(({ status }) => status !== 'Obsolete').toSorted(byYear)
  const forClients = ranked.filter(isForClients)
  const candidates = forClients.length > 0 ? forClients : ranked
  return candidates.find(({ fiscalYear }) => fiscalYear === thisYear) ?? candidates[0]
}
