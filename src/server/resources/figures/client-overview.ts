import { type RawBuilder, sql } from 'kysely'
import {
  type ClientCounts,
  compare,
  type Figures,
  figuresOf,
  inOrder,
  matching,
  type Overview,
  pointsOf,
} from '../../../contract/client-comparison'
import { type Figure, figureScopes } from '../../../contract/client-figures'
import { parseThresholds, type Thresholds } from '../../../contract/client-health'
import { clientOverview, maxPoints } from '../../../contract/client-overview'
import { type Scope, sortOf } from '../../../contract/core/endpoint'
import { type Context, type Handlers, implement } from '../../api/implement'
import { paginationOf } from '../../api/list-handler'
import { Problem } from '../../api/problem'
import { versionedResponse } from '../../api/versioned-response'
import type { LazyResponse } from '../../db/json'
import type { ListCache } from '../../db/list-engine/list-cache'
import { retainsChanges } from '../../db/list-engine/read-since'
import { fold } from '../../db/list-engine/search-text'
import { RecordNotFound } from '../../db/repository'
import { combinedState, isChangeSince, isSameState, type State, stateIn, versionsJson } from '../../db/table-versions'
import { type Part, partsOn } from './client-overview-counts'

type Sql = RawBuilder<unknown>

/** What the list needs of a company besides its figures. */
type Company = Pick<ClientCounts, 'id' | 'name' | 'status' | 'industry' | 'employeeCount'> & {
  nameSort: string
  searchText: string
}
type CompanyValue = [string, string, string | null, number | null, string, string]

const companyPart = {
  table: 'companies',
  client: 'c.id::uuid',
  read: (only: (column: string) => Sql) => sql`
    select t.id as company_id, json_build_array(t.name, t.status, t.industry, t.employee_count, t.name_sort, t.search_text) as value
    from companies t where ${only('t.id')}`,
}

/** The values of each part by client, as they were in a state of its table. */
type Values = State & { byClient: ReadonlyMap<string, unknown> }
type Kept = { day: string; values: Values[]; seen: Map<string, Seen> }
/** What a caller with certain scopes sees. */
type Seen = { clients: ReadonlyMap<string, Figures>; companies: ReadonlyMap<string, Company> }

/**
 * What a process remembers, for each cache of lists. A later request reads again only the clients whose rows were written since,
 * and everything when more was written than the change log retains, and on another day.
 */
const remembered = new WeakMap<ListCache, Kept>()

const tables = [...new Set([companyPart.table, ...partsOn('2000-01-01').map(({ table }) => table)])]

const read = async ({ database, lists, versions }: Pick<Context, 'database' | 'lists' | 'versions'>, day: string) => {
  const parts = [companyPart, ...partsOn(day)]
  const known = remembered.get(lists)
  let before: (Values | undefined)[] = known?.day === day ? known.values : []
  for (;;) {
    const states = before.flatMap((state) => state ?? [])
    const isRetained = (index: number) => {
      const [state, table] = [before[index], parts[index]?.table ?? '']
      return state ? retainsChanges(table, [state]) : () => true
    }
    const isSame = isSameState(versions, tables)
    const found = await database.read(
      sql<Row>`select ${versionsJson(states)} as versions, ${sql.join(parts.map((part, index) => columnsOf(part, before[index], index)))}`,
      (others) => isSame(others) && parts.every((_, index) => isRetained(index)(others)),
    )
    const gone = parts.map((_, index) => !isRetained(index)(found.versions))
    if (gone.includes(true)) {
      before = before.map((state, index) => (gone[index] ? undefined : state))
      continue
    }
    const values = parts.map(({ table }, index): Values => {
      const state = stateIn(found.versions, table)
      const last = before[index]
      const touched = (found.row[`touched${index}`] ?? []) as string[]
      const rows = (found.row[`part${index}`] ?? []) as [string, unknown][]
      if (last && touched.length === 0) return { ...state, byClient: last.byClient }
      const byClient = new Map(last?.byClient)
      for (const id of touched) byClient.delete(id)
      for (const [id, value] of rows) byClient.set(id, value)
      return { ...state, byClient }
    })
    const isWhole = before.some((state) => state === undefined) || before.length === 0
    const touched = parts.flatMap((_, index) => (found.row[`touched${index}`] ?? []) as string[])
    const seen = isWhole ? [] : [...(known?.seen ?? [])]
    const kept: Kept = {
      day,
      values,
      seen: new Map(seen.map(([scopes, one]) => [scopes, updated(one, scopes, { day, values }, new Set(touched))])),
    }
    remembered.set(lists, kept)
    return { kept, versions: found.versions }
  }
}

type Row = { versions: string } & Record<string, unknown>

/** A part's values: of all clients, or of those with rows that were written since. */
const columnsOf = ({ client, read }: Pick<Part, 'client' | 'read'>, since: State | undefined, index: number) => {
  const written = since
    ? sql`select distinct ${sql.raw(client)} from list_changes c where ${isChangeSince(since)}`
    : null
  const only = (column: string) =>
    written ? sql`${sql.raw(column)} = any (array(${written}))` : sql`${sql.raw(column)} is not null`
  return sql`
    (select coalesce(json_agg(json_build_array(p.company_id, p.value)), '[]') from (${read(only)}) p) as ${sql.raw(`part${index}`)},
    ${written ? sql`(select coalesce(json_agg(w.id), '[]') from (${written}) w(id))` : sql`null::json`} as ${sql.raw(`touched${index}`)}`
}

/** The figures of all clients that these scopes may read. */
const seenBy = ({ day, values, seen }: Kept, scopes: readonly Scope[]): Seen => {
  const key = scopes.join(' ')
  const known = seen.get(key)
  if (known) return known
  const made = updated(
    { clients: new Map(), companies: new Map() },
    key,
    { day, values },
    values[0]?.byClient.keys() ?? [],
  )
  seen.set(key, made)
  return made
}

/** The same with these clients worked out anew. */
const updated = (
  { clients, companies }: Seen,
  scopes: string,
  { day, values: [ofCompanies, ...others] }: Pick<Kept, 'day' | 'values'>,
  ids: Iterable<string>,
): Seen => {
  const parts = partsOn(day).flatMap((part, index) =>
    scopes.split(' ').includes(part.scope) ? [{ part, values: others[index] }] : [],
  )
  const made = { clients: new Map(clients), companies: new Map(companies) }
  for (const id of ids) {
    const value = ofCompanies?.byClient.get(id)
    if (value === undefined) {
      made.clients.delete(id)
      made.companies.delete(id)
      continue
    }
    const [name, status, industry, employeeCount, nameSort, searchText] = value as CompanyValue
    const counts: ClientCounts = { id, name, status, industry, employeeCount }
    for (const { part, values } of parts) part.add(counts, values?.byClient.get(id))
    made.companies.set(id, { ...{ id, name, status, industry, employeeCount }, nameSort, searchText })
    made.clients.set(id, figuresOf(counts, day))
  }
  return made
}

const scopesOf = new Set<Scope>(Object.values(figureScopes))

/** Sorting by a figure would tell what the caller may not read. */
const requireFigure = ({ scopes, kind }: Context['caller'], figure: string) => {
  const scope = Object.hasOwn(figureScopes, figure)
    ? figureScopes[figure as Figure]
    : figure === 'answers'
      ? figureScopes.score
      : null
  if (scope === null || scopes.includes(scope)) return
  throw new Problem(
    403,
    'Not allowed',
    `The figure ${figure} needs the scope ${scope}. Use a ${kind === 'key' ? 'key' : 'role'} that has it, or ask for another figure.`,
  )
}

const thresholdsOf = (text: string | undefined) => parseThresholds(text ?? '') as Thresholds
const today = () => new Date().toISOString().slice(0, 10)

/** Answers from what the caller may see; the ETag follows from the states of all tables, the day and the question. */
const answer = <T>(context: Context, question: unknown, make: (seen: Seen) => T): LazyResponse<T> => {
  const { caller, lists, operation, versions } = context
  const day = today()
  const scopes = [...scopesOf].filter((scope) => caller.scopes.includes(scope))
  return versionedResponse<T>(context, {
    key: JSON.stringify([operation, question, scopes, day]),
    tables,
    schema: formatVersion,
    build: async () => {
      const state = combinedState(versions, tables)
      const known = remembered.get(lists)
      const isCurrent = known?.day === day && combinedStateOf(known) === state
      const found = isCurrent
        ? { kept: known, versions }
        : await lists.once(`client overview ${day} ${state}`, () => read(context, day))
      return { versions: found.versions, body: JSON.stringify(make(seenBy(found.kept, scopes))) }
    },
  })
}

/** Raised when the same data would be answered otherwise. */
const formatVersion = 2

const combinedStateOf = ({ values, day }: Kept) => {
  const parts = [companyPart, ...partsOn(day)]
  return tables.map((table) => values[parts.findIndex((part) => part.table === table)]?.stateId).join(' ')
}

type Query = Parameters<Handlers<typeof clientOverview>['list']>[1]['query']

const found = (
  { clients, companies }: Seen,
  query: Omit<Query, 'page' | 'limit' | 'sortColumn' | 'sortDesc' | 'peers'>,
) => {
  const text = fold(query.search ?? '')
  const all = [...clients.values()]
  const searched = text === '' ? all : all.filter(({ id }) => companies.get(id)?.searchText.includes(text))
  return matching(searched, query, thresholdsOf(query.thresholds))
}

export const clientOverviewRoutes = implement(clientOverview, {
  list: async (context, { query }) => {
    const { key, descending } = sortOf(clientOverview.list, query)
    requireFigure(
      context.caller,
      key.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    )
    return answer(context, query, (seen) => {
      const thresholds = thresholdsOf(query.thresholds)
      const clients = inOrder(found(seen, query), {
        ...{ key, descending, thresholds },
        nameKey: ({ id }) => seen.companies.get(id)?.nameSort ?? '',
      })
      const start = (query.page - 1) * query.limit
      return {
        data: compare(clients.slice(start, start + query.limit), [...seen.clients.values()], {
          by: query.peers,
          thresholds,
        }),
        pagination: paginationOf(query, clients.length),
      }
    })
  },
  get: async (context, { id, query }) => {
    const wanted = id.toLowerCase()
    return answer(context, { id: wanted, query }, (seen) => {
      const client = seen.clients.get(wanted)
      if (!client) throw new RecordNotFound('client', id)
      const by = { by: query.peers, thresholds: thresholdsOf(query.thresholds) }
      return { data: compare([client], [...seen.clients.values()], by)[0] as Overview }
    })
  },
  points: async (context, { query }) => {
    for (const axis of [query.x, query.y]) requireFigure(context.caller, axis)
    return answer(context, query, (seen) => ({
      data: pointsOf(found(seen, query), { x: query.x, y: query.y, most: maxPoints }),
    }))
  },
})
