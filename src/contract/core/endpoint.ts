import * as z from 'zod/mini'
import type { Scope } from './scopes'

/** Marks a field, filter or operation as an addition to the specification, for the OpenAPI document. */
export const additions = z.registry<{ 'x-addition': true }>()
export const added = <S extends z.ZodMiniType>(schema: S): S => {
  additions.add(schema, { 'x-addition': true })
  return schema
}

/** JSON Schema for checks that zod cannot translate. */
export const documented = z.registry<Record<string, unknown>>()

/**
 * An object whose fields are created on first access, because most pages use few of the contract's schemas and they are
 * slow to create.
 */
export const object = <S extends z.core.$ZodLooseShape>(fields: () => S) => {
  let made: S | undefined
  const lazy = {
    type: 'object' as const,
    get shape() {
      made ??= fields()
      return made
    },
  }
  return new z.ZodMiniObject(lazy) as z.ZodMiniObject<S, z.core.$strip>
}

/** Every message is the rest of a sentence that starts with the field's name: "limit must be ...". */
const must = (what: string) => ({ error: `must be ${what}` })

/** Any UUID as RFC 9562 writes it, of any version, nil and max included. */
export const uuid = z.guid(must('a UUID, such as 5b0e6c1a-93d7-4f0e-8a42-7c19e0d4b6f3'))

/** The years that RFC 3339 and PostgreSQL both can write, in UTC. What is no date is left to others. */
const inKnownYears = z.refine<string>((at) => {
  const year = new Date(at).getUTCFullYear()
  return !(year < 1 || year > 9999)
}, must('in the years 0001 to 9999 UTC'))

/** RFC 3339 allows "t" and "z" in lower case. */
const dateTime = (what: string) =>
  z.string(must(what)).check(z.toUpperCase(), z.iso.datetime({ offset: true, ...must(what) }))

/** An instant; the API writes it in UTC with milliseconds and "Z". */
export const instant = dateTime('a date-time, such as 2026-11-23T09:41:00.000Z').check(inKnownYears)

export const day = z.iso.date(must('a day, such as 2026-11-23')).check(inKnownYears)

export const oneOf = <const T extends readonly string[]>(values: T) =>
  z.enum(values, must(`one of ${values.join(', ')}`))

/** Text with its length in code points; NUL and lone surrogates are refused, because databases cannot store them. */
export const text = ({ min = 0, max }: { min?: number; max?: number } = {}) => {
  const range =
    max === undefined ? `${min} or more characters` : min ? `${min} to ${max} characters` : `at most ${max} characters`
  const schema = z.string(must('text')).check(
    z.refine((s: string) => s.isWellFormed() && !s.includes('\0'), must('text without NUL or invalid characters')),
    z.refine((s: string) => {
      if (s.length < min) return false
      if (max === undefined || s.length <= max) return true
      return s.length <= 2 * max && [...s].length <= max
    }, must(range)),
  )
  documented.add(schema, { ...(min && { minLength: min }), ...(max !== undefined && { maxLength: max }) })
  return schema
}

export const Ref = object(() => ({ id: uuid, name: z.string() }))

/* Values as they stand in a URL: text outside, typed inside. */

export const wholeNumber = (min: number, max = Number.MAX_SAFE_INTEGER) => {
  const error = must(
    max === Number.MAX_SAFE_INTEGER ? `a whole number, ${min} or more` : `a whole number from ${min} to ${max}`,
  )
  return z.pipe(
    z.pipe(
      z.string(error).check(z.regex(/^\d+$/, { ...error, abort: true })),
      z.transform((digits) => Number(digits)),
    ),
    z.int(error).check(z.gte(min, error), z.lte(max, error)),
  )
}

const flagText = { true: true, false: false, null: undefined, '': undefined } as const
const readFlag = z.enum(['true', 'false', 'null', ''], must('true or false'))

/** Boolean or null in a URL; null and empty mean "not given". */
export const flag = z.optional(
  z.pipe(
    z.pipe(
      readFlag,
      z.transform((word): boolean | undefined => flagText[word]),
    ),
    z.optional(z.boolean()),
  ),
)

export const flagOr = (otherwise: boolean) =>
  z._default(
    z.pipe(
      z.pipe(
        readFlag,
        z.transform((word) => flagText[word] ?? otherwise),
      ),
      z.boolean(),
    ),
    otherwise,
  )

/** Values in a URL, with commas between them. */
export const commaSeparated = <S extends z.ZodMiniType<unknown, string>>(list: z.ZodMiniArray<S>, what: string) => {
  const error = must(`${what}, separated by commas`)
  return z.pipe(
    z.pipe(
      z.string(error).check(z.refine((values) => list.safeParse(values.split(',')).success, error)),
      z.transform((values: string) => values.split(',')),
    ),
    list as z.ZodMiniArray<z.ZodMiniType<z.output<S>, string>>,
  )
}

export const uuids = (most: number) =>
  commaSeparated(z.array(uuid).check(z.minLength(1), z.maxLength(most)), `1 to ${most} UUIDs`)

const momentText = 'a date-time with offset, such as 2026-11-23T09:41:00Z, or a date, such as 2026-11-23'
const moment = () => z.union([dateTime(momentText), z.iso.date()], must(momentText))

/** The two ends of a range, both inclusive: a date-time with offset, or a plain date for the whole day in UTC. */
export const rangeStart = moment()
export const rangeEnd = moment()
/** The same for what names a day, such as the end of a warranty. Clients tell the pairs apart: a plain day of instants is the user’s, of days that of UTC. */
export const firstDay = moment()
export const lastDay = moment()

export const longestSearch = 255
export const search = text({ max: longestSearch })

/* Envelopes */

export const Pagination = object(() => ({
  page: z.int(),
  limit: z.int(),
  totalCount: z.int(),
  totalPages: z.int(),
  hasNextPage: z.boolean(),
  hasPrevPage: z.boolean(),
}))

export const one = <T extends z.ZodMiniType>(data: T) => object(() => ({ data }))
const listOf = <T extends z.ZodMiniType>(item: T) => object(() => ({ data: z.array(item), pagination: Pagination }))

/* Operations */

/** How a list is sorted: the query keys, the sort keys, and the default. */
export type Sort = {
  by: 'orderBy' | 'sortColumn' | 'sortBy'
  direction: 'orderDirection' | 'sortDesc'
  keys: readonly string[]
  /** Those of the keys that are additions to the specification. */
  added?: readonly string[]
  initial: { key: string; descending: boolean }
}

/** One HTTP operation, independent of client and server. */
export type Endpoint = {
  method: 'GET' | 'PUT' | 'PATCH' | 'POST'
  /** Below `/api/public/v1`; parameters as `:id`. */
  path: `/${string}`
  /** True if the path is outside the API. */
  beside?: true
  summary: string
  /** The scope that the key needs; `null` if any valid key is enough. */
  scope: Scope | null
  /** A second scope that the key needs for what the answer shows. The writes of the specification name none. */
  readScope?: Scope
  addition?: true
  params?: z.ZodMiniObject
  query?: z.ZodMiniObject
  body?: z.ZodMiniObject
  sort?: Sort
  response: z.ZodMiniType
  /** True if it checks If-Match and If-None-Match. A PUT or PATCH always does. */
  conditional?: true
  /** True if it answers 409 when the record's state does not allow it. */
  conflicts?: true
  /** The media types of the file that it answers with in place of JSON. */
  files?: readonly string[]
}

export type ListEndpoint = Endpoint & { query: z.ZodMiniObject; sort: Sort; response: ReturnType<typeof listOf> }
export type WriteEndpoint = Endpoint & { body: z.ZodMiniObject }

export const endpoint = <const E extends Endpoint>(operation: E) => operation

/** The two kinds of path ids: UUID where the specification says so, otherwise short text. */
export const byUuid = object(() => ({ id: uuid }))
export const byText = object(() => ({ id: text({ min: 1, max: 255 }) }))

/** The read of one record by its ID. */
export const read = <
  const P extends `/${string}`,
  const S extends Scope | null,
  T extends z.ZodMiniType,
  I extends z.ZodMiniObject = typeof byUuid,
>({
  item,
  ...rest
}: {
  path: P
  summary: string
  scope: S
  item: T
  params?: I
  addition?: true
}) => ({ method: 'GET' as const, params: byUuid as z.ZodMiniObject as I, ...rest, response: one(item) })

/* The sort dialects. Each list names the one it speaks. */

type Keys = readonly [string, ...string[]]

export const orderBy = <const K extends Keys>(keys: K, initial: K[number], direction: 'asc' | 'desc') => ({
  sort: {
    by: 'orderBy',
    direction: 'orderDirection',
    keys,
    initial: { key: initial, descending: direction === 'desc' },
  } satisfies Sort,
  query: () => ({
    orderBy: z._default(oneOf<K>(keys), initial as never),
    orderDirection: z._default(oneOf(['asc', 'desc']), direction),
  }),
})

const sortKeys = <const K extends Keys>(keys: K, initial: K[number], added: readonly string[]) => {
  const schema = z._default(oneOf<K>(keys), initial as never)
  if (added.length > 0) documented.add(schema, { 'x-addition-values': added })
  return schema
}

const columnDialect =
  <By extends 'sortColumn' | 'sortBy'>(by: By) =>
  <const K extends Keys>(keys: K, initial: K[number], descending: boolean, added: readonly K[number][] = []) => ({
    sort: { by, direction: 'sortDesc', keys, added, initial: { key: initial, descending } } satisfies Sort,
    query: () =>
      ({ [by]: sortKeys(keys, initial, added), sortDesc: flagOr(descending) }) as {
        [B in By]: ReturnType<typeof z._default<ReturnType<typeof oneOf<K>>>>
      } & { sortDesc: ReturnType<typeof flagOr> },
  })

export const sortColumn = columnDialect('sortColumn')
export const sortBy = columnDialect('sortBy')

const page = z._default(wholeNumber(1), 1)

/** A list: paging, one sort dialect and the filters, all in the query. `limit` is [default, maximum]. */
export const list = <
  const P extends `/${string}`,
  T extends z.ZodMiniType,
  S extends { sort: Sort; query: () => z.core.$ZodLooseShape },
  F extends z.core.$ZodLooseShape,
>(o: {
  path: P
  summary: string
  scope: Scope | null
  item: T
  limit: readonly [number, number]
  sort: S
  filters: () => F
  addition?: true
}) => ({
  method: 'GET' as const,
  path: o.path,
  summary: o.summary,
  scope: o.scope,
  ...(o.addition && { addition: o.addition }),
  sort: o.sort.sort as S['sort'],
  query: object(() => ({
    page,
    limit: z._default(wholeNumber(1, o.limit[1]), o.limit[0]),
    ...(o.sort.query() as ReturnType<S['query']>),
    ...o.filters(),
  })),
  response: listOf(o.item),
})

type Reserved = 'page' | 'limit' | Sort['by'] | Sort['direction']
export type FilterKey<E extends { query: z.ZodMiniObject }> = Exclude<keyof E['query']['shape'] & string, Reserved>
export type SortKey<E extends { sort: Sort }> = E['sort']['keys'][number]
export type QueryOf<E extends Endpoint> = E['query'] extends z.ZodMiniObject ? z.output<E['query']> : undefined
export type ItemOf<E extends { response: z.ZodMiniType<{ data: unknown }> }> = z.output<
  E['response']
>['data'] extends (infer T)[]
  ? T
  : z.output<E['response']>['data']

/** Reads a list's sort from its query, in either dialect. */
export const sortOf = ({ sort }: { sort: Sort }, query: Record<string, unknown>) => ({
  key: String(query[sort.by] ?? sort.initial.key),
  descending:
    query[sort.direction] === undefined
      ? sort.initial.descending
      : query[sort.direction] === 'desc' || query[sort.direction] === true,
})

/** Writes a sort as query parameters in the list's dialect. */
export const sortQuery = ({ sort }: { sort: Sort }, key: string, descending: boolean): Record<string, string> => ({
  [sort.by]: key,
  [sort.direction]: sort.direction === 'sortDesc' ? String(descending) : descending ? 'desc' : 'asc',
})

export const filterKeys = (endpoint: ListEndpoint): string[] =>
  Object.keys(endpoint.query.shape).filter(
    (key) => !['page', 'limit', endpoint.sort.by, endpoint.sort.direction].includes(key),
  )
