import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod/mini'
import { type Endpoint, sortOf } from '../../../contract/core/endpoint'
import type { Scope } from '../../../contract/core/scopes'
import {
  type ClientCounts,
  compare,
  type Figures,
  figureOfKey,
  figuresOf,
  inOrder,
  matching,
  type Overview,
  type Peers,
  type PeersBy,
  peersOf,
  pointsOf,
} from '../../../contract/figures/client-comparison'
import { type Figure, figureScopes } from '../../../contract/figures/client-figures'
import { parseThresholds, type Thresholds } from '../../../contract/figures/client-health'
import { clientOverview, maxPoints } from '../../../contract/figures/client-overview'
import { type Context, type Handlers, implement } from '../../api/implement'
import { keyOrRole } from '../../api/keys'
import { paginationOf } from '../../api/list-handler'
import { notAllowed } from '../../api/problem'
import { responseFrom } from '../../api/versioned-response'
import type { ListContext } from '../../db/list-engine/list-spec'
import { readInSteps } from '../../db/list-engine/read-in-steps'
import { retainsChanges } from '../../db/list-engine/read-since'
import { fold } from '../../db/list-engine/search-text'
import { RecordNotFound } from '../../db/repository'
import {
  isChangeSince,
  isSameState,
  type State,
  stateIn,
  type Versions,
  versionOf,
  versionsJson,
} from '../../db/table-versions'
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

/** A part's values by client, as they were in a state of its table. */
type Values = State & { byClient: Map<string, unknown> }
/** What a caller with certain scopes sees. */
type Seen = { clients: Map<string, Figures>; companies: Map<string, Company>; peers: Map<PeersBy, Peers> }
type Held = { day: string; values: (Values | undefined)[]; seen: Map<string, Seen> }

const today = () => new Date().toISOString().slice(0, 10)
const allParts = (day: string) => [companyPart, ...partsOn(day)]
// The tables are the same on any day.
const partTables = allParts('2000-01-01').map(({ table }) => table)
const tables = [...new Set(partTables)]

const fresh = (): Held => ({ day: today(), values: partTables.map(() => undefined), seen: new Map() })

const isCurrent = ({ day, values }: Held, versions: Versions) =>
  day === today() && partTables.every((table, index) => values[index]?.stateId === versionOf(versions, table).stateId)

/**
 * Reads again only the clients whose rows were written since. A part is read whole at first, on another day, and when more was written
 * than the change log keeps: one in each statement, because together they would take longer than a statement may.
 */
const advance = async <T>(
  { read, versions }: ListContext,
  keep: { held: Held },
  use: (held: Held, also: unknown) => T,
): Promise<{ value: T; versions: Versions } | 'unfinished'> => {
  if (keep.held.day !== today()) keep.held = fresh()
  const { held } = keep
  const { day, values, seen } = held
  if (isCurrent(held, versions)) return { value: use(held, null), versions }
  const parts = allParts(day)
  const missing = values.indexOf(undefined)
  const isRetained = (index: number) => {
    const [state, table] = [values[index], parts[index]?.table ?? '']
    return state ? retainsChanges(table, [state]) : () => true
  }
  const isSame = isSameState(versions, tables)
  const columns = parts.flatMap((part, index) =>
    values[index] || index === missing ? [columnsOf(part, values[index], index)] : [],
  )
  const found = await read(
    sql<Row>`select ${versionsJson(values.flatMap((state) => state ?? []))} as versions, ${sql.join(columns)}`,
    (others) => isSame(others) && parts.every((_, index) => isRetained(index)(others)),
  )
  // Also if taking them in fails halfway.
  keep.held = fresh()
  const touched = new Set<string>()
  for (const [index, { table }] of parts.entries()) {
    const last = values[index]
    if (!isRetained(index)(found.versions)) values[index] = undefined
    else if (last || index === missing) {
      const byClient = last?.byClient ?? new Map<string, unknown>()
      for (const id of (found.row[`touched${index}`] ?? []) as string[]) {
        byClient.delete(id)
        touched.add(id)
      }
      for (const [id, value] of found.row[`part${index}`] as [string, unknown][]) byClient.set(id, value)
      values[index] = { ...stateIn(found.versions, table), byClient }
    }
  }
  const isWhole = !values.includes(undefined)
  if (missing >= 0 || !isWhole) seen.clear()
  else for (const [scopes, one] of seen) bringUpToDate(one, scopes, held, touched)
  keep.held = held
  return isWhole ? { value: use(held, null), versions: found.versions } : 'unfinished'
}

export const clientCounts = readInSteps({ names: tables, fresh, isCurrent, advance })

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
const seenBy = (held: Held, scopes: readonly Scope[]): Seen => {
  const key = scopes.join(' ')
  const known = held.seen.get(key)
  if (known) return known
  const made: Seen = { clients: new Map(), companies: new Map(), peers: new Map() }
  bringUpToDate(made, key, held, new Set(held.values[0]?.byClient.keys()))
  held.seen.set(key, made)
  return made
}

/** Works these clients out anew. */
const bringUpToDate = (
  { clients, companies, peers }: Seen,
  scopes: string,
  { day, values: [ofCompanies, ...others] }: Pick<Held, 'day' | 'values'>,
  ids: ReadonlySet<string>,
) => {
  if (ids.size === 0) return
  peers.clear()
  const parts = partsOn(day).flatMap((part, index) =>
    scopes.split(' ').includes(part.scope) ? [{ part, values: others[index] }] : [],
  )
  for (const id of ids) {
    const value = ofCompanies?.byClient.get(id)
    if (value === undefined) {
      clients.delete(id)
      companies.delete(id)
      continue
    }
    const [name, status, industry, employeeCount, nameSort, searchText] = value as CompanyValue
    const counts: ClientCounts = { id, name, status, industry, employeeCount }
    for (const { part, values } of parts) part.add(counts, values?.byClient.get(id))
    companies.set(id, { ...{ id, name, status, industry, employeeCount }, nameSort, searchText })
    clients.set(id, figuresOf(counts, day))
  }
}

/** All clients as peers, grouped once for as long as nothing changes. */
const peersBy = ({ clients, peers }: Seen, by: PeersBy) => {
  const known = peers.get(by)
  if (known) return known
  const made = peersOf([...clients.values()], by)
  peers.set(by, made)
  return made
}

const scopesOf = new Set<Scope>([...Object.values(figureScopes), 'briefs:read'])

/** Sorting by a figure would tell what the caller may not read. */
const requireFigure = (caller: Context['caller'], figure: string) => {
  const scope = Object.hasOwn(figureScopes, figure)
    ? figureScopes[figure as Figure]
    : figure === 'answers'
      ? figureScopes.score
      : null
  if (scope === null || caller.scopes.includes(scope)) return
  throw notAllowed(
    `The figure ${figure} needs the scope ${scope}. Use a ${keyOrRole(caller)} that has it, or ask for another figure.`,
  )
}

const thresholdsOf = (text: string | undefined) => parseThresholds(text ?? '') as Thresholds

/** Answers from what the caller may see; the ETag follows from the states of all tables, the day and the question. */
const answer = <E extends Endpoint>(
  context: Context,
  endpoint: E,
  question: unknown,
  make: (seen: Seen) => z.output<E['response']>,
) => {
  const scopes = [...scopesOf].filter((scope) => context.caller.scopes.includes(scope))
  return responseFrom(clientCounts, context, {
    endpoint,
    query: [question, scopes, today()],
    schema: formatVersion,
    make: (held) => make(seenBy(held, scopes)),
  })
}

/** Raised when the same data would be answered otherwise. */
const formatVersion = 6

type Query = Parameters<Handlers<typeof clientOverview>['list']>[1]['query']

const findClients = (
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
    requireFigure(context.caller, figureOfKey(key))
    return answer(context, clientOverview.list, query, (seen) => {
      const thresholds = thresholdsOf(query.thresholds)
      const clients = inOrder(findClients(seen, query), {
        ...{ key, descending, thresholds },
        nameKey: ({ id }) => seen.companies.get(id)?.nameSort ?? '',
      })
      const start = (query.page - 1) * query.limit
      return {
        data: compare(clients.slice(start, start + query.limit), peersBy(seen, query.peers), thresholds),
        pagination: paginationOf(query, clients.length),
      }
    })
  },
  get: async (context, { id, query }) =>
    answer(context, clientOverview.get, { id, query }, (seen) => {
      const client = seen.clients.get(id)
      if (!client) throw new RecordNotFound('client', id)
      const [data] = compare([client], peersBy(seen, query.peers), thresholdsOf(query.thresholds))
      return { data: data as Overview }
    }),
  points: async (context, { query }) => {
    for (const axis of [query.x, query.y]) requireFigure(context.caller, axis)
    return answer(context, clientOverview.points, query, (seen) => ({
      data: pointsOf(findClients(seen, query), { x: query.x, y: query.y, most: maxPoints }),
    }))
  },
})
