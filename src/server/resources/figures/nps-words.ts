import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { z } from 'zod/mini'
import { npsWords } from '../../../contract/figures/nps-words'
import { compareUses, fewestUses, type TermKind, termsOf } from '../../../contract/figures/words'
import type { NpsResponse } from '../../../contract/nps'
import { type Context, implement } from '../../api/implement'
import { versionedResponse } from '../../api/versioned-response'
import { json } from '../../db/json'
import { endOfRange } from '../../db/list-engine/conditions'
import type { ListCache } from '../../db/list-engine/list-cache'
import { NotCounted } from '../../db/list-engine/read-in-steps'
import { retainsChanges } from '../../db/list-engine/read-since'
import {
  isChangeSince,
  isSameState,
  loggedRows,
  type State,
  stateIn,
  type Versions,
  versionsJson,
} from '../../db/table-versions'
import { npsResponsesTable } from '../nps'
import { isOf } from '../nps-statistics'
import { findThenReadRows } from './find-then-read-rows'
import {
  bytesOf,
  countTerms,
  emptyIndex,
  extended,
  type FeedbackRow,
  isCounted,
  isSaid,
  type Sample,
  timesOf,
  type WordIndex,
} from './word-index'

/** The responses since a time, as they were in a state of their table. */
type Kept = State & { index: WordIndex; since: number; versions: Versions }

/**
 * What a process remembers, for each cache of lists. It is read in portions from the newest response back to the oldest that
 * someone asks for; later requests add the changes that were logged since.
 */
const remembered = new WeakMap<ListCache, { inTurn: ReturnType<typeof pLimit>; kept: Kept | null }>()

const memoryOf = (lists: ListCache) => {
  const known = remembered.get(lists) ?? { inTurn: pLimit(1), kept: null }
  remembered.set(lists, known)
  return known
}

const table = npsResponsesTable.name
const said = sql.raw(
  `json_build_array((extract(epoch from t.response_date) * 1000)::bigint, t.company_id, t.score, t.feedback_text, t.tags)`,
)
const maySay = sql.raw(
  `(${isOf.promoter} or ${isOf.detractor}) and (t.feedback_text is not null or cardinality(t.tags) > 0)`,
)

type Row = {
  versions: string
  size: number
  since: number | null
  rows: FeedbackRow[]
  changes: [sign: number, said: FeedbackRow][]
}
type ReadContext = Pick<Context, 'database' | 'lists' | 'versions'>

/** Responses read by one statement: their words are found in less time than anyone notices. */
const mostRows = 2000

/** The share of the memory that replaced rows may take until everything is read again. */
const maxReplacedShare = 1 / 8

/** Adds what was written since, and the next portion of older responses if `isMore`, in one statement. */
const read = async (
  { database, lists, versions }: ReadContext,
  before: Kept | null,
  isMore: boolean,
): Promise<Kept | null> => {
  const since = before?.since ?? Number.POSITIVE_INFINITY
  const portion = Math.min(mostRows, lists.rowsPerStatement)
  const edge = new Date(Number.isFinite(since) ? since : 0)
  const isOlder = since === Number.POSITIVE_INFINITY ? sql`true` : sql`t.response_date < ${edge}`
  const isRead = since === Number.NEGATIVE_INFINITY ? sql`true` : sql`t.response_date >= ${edge}`
  const isRetained: (others: Versions) => boolean = before ? retainsChanges(table, [before]) : () => true
  const isSame = isSameState(versions, [table])
  const found = await database.read(
    sql<Row>`
      with batch as materialized (
        select * from ${sql.table(table)} t where ${isMore ? isOlder : sql`false`}
        order by t.response_date desc nulls last fetch first ${sql.lit(portion)} rows with ties
      )
      select ${versionsJson(before ? [before] : [])} as versions, (select count(*)::int from batch) as size,
        (select (extract(epoch from min(response_date)) * 1000)::float8 from batch) as since,
        (select coalesce(json_agg(${said}), '[]') from batch t where ${maySay}) as rows,
        ${
          before
            ? sql`(
                select coalesce(json_agg(json_build_array(c.sign, ${said})), '[]')
                from ${loggedRows(table)}
                where ${isChangeSince(before)} and ${isRead} and ${maySay})`
            : sql`'[]'::json`
        } as changes`,
    (others) => isSame(others) && isRetained(others),
  )
  if (!isRetained(found.versions)) return null
  const { size, rows: batch, changes } = found.row
  const { added, replaced } = differences(changes)
  const changed = extended(before?.index ?? emptyIndex(), added, replaced)
  if (changed.replacedBytes > maxReplacedShare * lists.maxWordBytes) return null
  const isAll = isMore && size < portion
  return {
    ...stateIn(found.versions, table),
    versions: found.versions,
    index: extended(changed, batch.filter(isSaid)),
    since: isAll ? Number.NEGATIVE_INFINITY : (found.row.since ?? since),
  }
}

/** Most writes leave alone what a response says. */
const differences = (changes: Row['changes']) => {
  const net = new Map<string, { said: FeedbackRow; sign: number }>()
  for (const [sign, said] of changes.filter(([, said]) => isSaid(said))) {
    const key = JSON.stringify(said)
    net.set(key, { said, sign: (net.get(key)?.sign ?? 0) + sign })
  }
  const times = (sign: 1 | -1) =>
    [...net.values()].flatMap((one) => Array.from({ length: Math.max(0, sign * one.sign) }, () => one.said))
  return { added: times(1), replaced: times(-1) }
}

/** How long a request waits for older responses to be read; what is counted until then it gets. */
const partialAfterMs = 1500

type LoadedIndex = Kept & { isCounting: boolean }

/** The responses back to `from`, or as far as they were read in time and fit into memory. */
const loadIndex = async (context: ReadContext, from: number): Promise<LoadedIndex> => {
  const { lists, versions } = context
  const memory = memoryOf(lists)
  const isFull = ({ index }: Kept) => bytesOf(index) > lists.maxWordBytes
  const isEnough = (kept: Kept) => kept.since <= from || isFull(kept)
  const step = () =>
    memory.inTurn(async () => {
      const { kept } = memory
      if (kept?.stateId === stateIn(versions, table).stateId && isEnough(kept)) return kept
      const made = await read(context, kept, kept === null || !isEnough(kept))
      memory.kept = made
      return made
    })
  const start = performance.now()
  let latest = await step()
  while ((latest === null || !isEnough(latest)) && performance.now() - start < partialAfterMs) latest = await step()
  if (latest === null) throw new NotCounted()
  if (isEnough(latest)) return { ...latest, isCounting: false }
  const goOn = async () => {
    let next = await step()
    while (next !== null && !isEnough(next)) next = await step()
  }
  lists.once('words of responses', goOn).catch(() => {})
  return { ...latest, isCounting: true }
}

type Query = { companyId?: string | undefined; dateFrom?: string | undefined; dateTo?: string | undefined }

const sampleOf = ({ companyId, dateFrom, dateTo }: Query): Sample => ({
  companyId,
  from: dateFrom ? Date.parse(dateFrom) : Number.NEGATIVE_INFINITY,
  to: dateTo ? endOfRange(dateTo) - 1 : Number.POSITIVE_INFINITY,
})

const coverageOf = ({ since, isCounting }: LoadedIndex, { from }: Sample) => ({
  countedFrom: since <= from ? null : new Date(since).toISOString(),
  isCounting,
})

type Response = z.output<typeof NpsResponse>

export const npsWordsRoutes = implement(npsWords, {
  read: async (context, { query }) =>
    versionedResponse(context, {
      key: JSON.stringify([npsWords.read.path, query]),
      tables: [table],
      schema: 1,
      build: async () => {
        const sample = sampleOf(query)
        const loaded = await loadIndex(context, sample.from)
        const { n, usesOf } = await countTerms(loaded.index, sample)
        const compared = (kind: TermKind) => compareUses(n[kind], usesOf(kind, fewestUses))
        const end = coverageOf(loaded, sample)
        return {
          body: json({ data: { words: compared('word'), tags: compared('tag'), ...end } }),
          versions: loaded.versions,
          isPart: end.countedFrom !== null,
        }
      },
    }),
  responses: async (context, { query }) =>
    versionedResponse(context, {
      key: JSON.stringify([npsWords.responses.path, query]),
      tables: npsResponsesTable.tables,
      schema: npsResponsesTable.fields,
      build: async () => {
        const { kind, word, limit } = query
        const sample = sampleOf(query)
        const find = async (versions: Versions) => {
          const loaded = await loadIndex({ ...context, versions }, sample.from)
          return { ...loaded, times: await timesOf(loaded.index, sample, { kind, word }) }
        }
        const { found, row, versions } = await findThenReadRows(context, [table], find, ({ times }) =>
          responsesAt(newest(times, limit), { ...sample, kind, word }),
        )
        const responses = row.responses
          .filter((response) => isCounted(response.score) && termsOf(kind, response).includes(word))
          .slice(0, limit)
        const end = coverageOf(found, sample)
        return {
          body: json({ data: { responses, totalCount: sum(found.times), ...end } }),
          versions,
          isPart: end.countedFrom !== null,
        }
      },
    }),
})

type Times = [time: number, count: number][]

const sum = (times: Times) => times.reduce((total, [, count]) => total + count, 0)

/** As many of the newest times as have a number of responses. */
const newest = (times: Times, count: number) => {
  const found: Date[] = []
  let left = count
  for (const [time, own] of times) {
    if (left <= 0) break
    found.push(new Date(time))
    left -= own
  }
  return found
}

/** The index knows when a response was given, and that date finds it. */
const responsesAt = (
  times: Date[],
  { companyId, kind, word }: Pick<Sample, 'companyId'> & { kind: TermKind; word: string },
) => {
  const own = companyId ? sql`and t.company_id = ${companyId}::uuid` : sql``
  // Spares most of the others of the same moment; what lower case is depends on the database beyond these letters.
  const [part = ''] = (word.match(/[a-z]+/g) ?? []).toSorted((a, b) => b.length - a.length)
  const text = sql.raw(kind === 'word' ? 't.feedback_text' : "array_to_string(t.tags, ' ')")
  return sql<{ responses: Response[] }>`(
    select coalesce(json_agg(r), '[]') from (
      select ${sql.raw(npsResponsesTable.fields)} from ${sql.raw(npsResponsesTable.source)}
      where t.response_date = any (${times}::timestamptz[]) ${own} and ${maySay}
        and strpos(lower(${text} collate "C"), ${part}) > 0
      order by t.response_date desc, t.id
    ) r) as responses`
}
