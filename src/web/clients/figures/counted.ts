import { addDays } from '../../../contract/core/days'
import { groupBy } from '../../../contract/core/group-by'
import { type ClientCounts, figuresOf } from '../../../contract/figures/client-comparison'
import { type Figure, figureDays, monthDays } from '../../../contract/figures/client-figures'
import { countsOf } from '../../domain/nps/counts/counts'
import { matchesSearch } from '../../lib/text/clean-search'
import { mostRequests } from '../../list/calculated'

/* The figures of clients from the lists that every server has, for servers without our own. */

export const listNames = ['companies', 'responses', 'waiting', 'reports', 'people'] as const
export type ListName = (typeof listNames)[number]

/** The figures that a list gives; the other lists are additions, so such a server has none. */
export const figuresOfList: Record<ListName, readonly Figure[]> = {
  companies: [],
  responses: ['score'],
  waiting: ['waiting'],
  reports: ['daysSinceReport'],
  people: ['peopleActive'],
}

/** Rows in each list; null for one that is refused. */
export type Totals = Record<ListName, number | null>

/**
 * Which lists are read: all of the companies, then the others in order as far as the requests reach, including the one per list
 * that read its total.
 */
export const planOf = (totals: Totals, pageSizes: Record<ListName, number>) => {
  let requests = listNames.length
  const [read, skipped]: [ListName[], { name: ListName; requests: number }[]] = [[], []]
  for (const name of listNames) {
    const total = totals[name]
    if (total === null) continue
    const needed = Math.ceil(total / pageSizes[name])
    const isPossible = name === 'companies' || read.includes('companies')
    if (isPossible && requests + needed <= mostRequests) {
      read.push(name)
      requests += needed
    } else skipped.push({ name, requests: needed })
  }
  return { read, skipped, requests: requests - listNames.length }
}

type Maybe<T> = T | null | undefined
type Company = {
  id: string
  name?: Maybe<string>
  domain?: Maybe<string>
  status?: Maybe<string>
  industry?: Maybe<string>
  employeeCount?: Maybe<number>
}
type Response = {
  companyId?: Maybe<string>
  score?: Maybe<number>
  responseDate?: Maybe<string>
  followUpCompleted?: Maybe<boolean>
}
export type Lists = {
  companies: Company[]
  responses?: Response[]
  waiting?: Response[]
  reports?: { companyId?: Maybe<string>; createdAt?: Maybe<string> }[]
  people?: { company?: Maybe<{ id?: Maybe<string> }>; lastLogin?: Maybe<string> }[]
}

/** The IDs of the companies whose name or domain has a text. */
export const foundIn = ({ companies }: Lists, search: string) => {
  const has = (one: Maybe<string>) => matchesSearch(one, search)
  return new Set(companies.flatMap(({ id, name, domain }) => (has(name) || has(domain) ? [id] : [])))
}

/** The first day whose responses are needed: those of the score, and of the score a month before. */
export const earliestDay = (today: string) => addDays(today, 1 - figureDays - monthDays)

/** Records by their client. */
const byClient = <R>(records: R[], idOf: (record: R) => Maybe<string>) => {
  const groups = groupBy(records, idOf)
  return (id: string) => groups.get(id) ?? []
}

/** The clients' figures on a day in UTC, as our own server works them out. Figures of lists that are left out are left out. */
export const countedFrom = ({ companies, responses, waiting, reports, people }: Lists, today: string) => {
  const [since, month] = [addDays(today, 1 - figureDays), addDays(today, 1 - monthDays)]
  const day = (instant: Maybe<string>) => (instant ?? '').slice(0, 10)
  const responsesOf = byClient(responses ?? [], ({ companyId }) => companyId)
  const waitingOf = byClient(waiting ?? [], ({ companyId }) => companyId)
  const reportsOf = byClient(reports ?? [], ({ companyId }) => companyId)
  const peopleOf = byClient(people ?? [], ({ company }) => company?.id)
  return companies.map((company) => {
    const { id } = company
    const counts: ClientCounts = {
      id,
      name: company.name ?? '',
      status: company.status ?? '',
      industry: company.industry ?? null,
      employeeCount: company.employeeCount ?? null,
    }
    if (responses) {
      const all = responsesOf(id)
      const isNow = ({ responseDate }: Response) => day(responseDate) >= since && day(responseDate) <= today
      const isBefore = ({ responseDate }: Response) =>
        day(responseDate) >= earliestDay(today) && day(responseDate) < month
      counts.answers = { ...countsOf(all.filter(isNow)), before: countsOf(all.filter(isBefore)) }
    }
    if (waiting) {
      const all = waitingOf(id).filter(({ followUpCompleted }) => followUpCompleted !== true)
      counts.waiting = { all: all.length, lately: all.filter(({ responseDate }) => day(responseDate) >= month).length }
    }
    if (reports) {
      const created = reportsOf(id)
        .flatMap(({ createdAt }) => createdAt ?? [])
        .sort()
      counts.report = {
        last: created.at(-1) ?? null,
        before: created.findLast((instant) => day(instant) < month) ?? null,
      }
    }
    if (people) {
      const all = peopleOf(id)
      counts.people = { all: all.length, signedIn: all.filter(({ lastLogin }) => day(lastLogin) >= since).length }
    }
    return figuresOf(counts, today)
  })
}
