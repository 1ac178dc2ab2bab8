import * as z from 'zod/mini'
import { AuditEvent } from './audit-events'
import { AggregationConfig, Condition, ConditionGroup, Rule, RuleAction, RuleDetail } from './automation'
import { Brand } from './brand'
import { BriefDelivery } from './brief-deliveries'
import { BriefSchedule } from './brief-schedules'
import { BriefSettings } from './briefs'
import { Budget, BudgetLineItem, BudgetTotals } from './budgets'
import { Company } from './companies'
import { ComplianceTemplate } from './compliance'
import { basePath } from './core/base-path'
import { leftOutParts } from './core/brief-document'
import { additions, documented, type Endpoint, Pagination, Ref } from './core/endpoint'
import { problemType } from './core/problem-type'
import { scopes } from './core/scopes'
import { Dashboard } from './dashboards'
import { Device } from './devices'
import { FilterValue, FilterValues } from './filter-values'
import { Goal, GoalUpdate, Task } from './goals'
import { contract } from './index'
import { ApiKey, NewApiKey } from './keys'
import { Me } from './me'
import { NpsAnalytics, NpsResponse, NpsSurvey } from './nps'
import { ReportSchedule } from './report-schedules'
import { Report } from './reports'
import { Certificate, Enrollment } from './training'
import { CompanyUser, User } from './users'
import { View } from './views'

type JsonSchema = Record<string, unknown>
export type Examples = { [resource: string]: { record?: unknown; listed?: unknown } | undefined }

const named = {
  AggregationConfig,
  Condition,
  ConditionGroup,
  RuleAction,
  AuditEvent,
  Rule,
  RuleDetail,
  Budget,
  BudgetLineItem,
  BudgetTotals,
  Company,
  ComplianceTemplate,
  Dashboard,
  Device,
  FilterValue,
  FilterValues,
  Goal,
  GoalUpdate,
  Task,
  ApiKey,
  NewApiKey,
  BriefSettings,
  Brand,
  Pagination,
  Ref,
  Me,
  NpsAnalytics,
  NpsResponse,
  NpsSurvey,
  ReportSchedule,
  BriefSchedule,
  BriefDelivery,
  Report,
  Certificate,
  Enrollment,
  CompanyUser,
  User,
  View,
}

const titles: Record<string, string> = {
  briefs: 'Client briefs',
  brand: 'Brand',
  auditEvents: 'Audit events',
  views: 'Shared views',
  filterValues: 'Values of filters',
  similarNames: 'Similar names',
  replacementPlan: 'Replacement plan',
  responseCoverage: 'Who answers surveys',
  npsCounts: 'NPS over time',
  npsWords: 'What responses say',
  goalRoadMap: 'Road map of goals',
  clientSince: 'What happened to a client',
  me: 'Current key',
}

/** "Budgets", from "List budgets". */
const titleOf = (resource: string, { list }: Record<string, Endpoint>) =>
  titles[resource] ?? (list?.summary ?? resource).replace(/^List (.)/, (_, first) => first.toUpperCase())

/**
 * The contract as an OpenAPI 3.1 document. Additions to the specification carry `x-addition: true`. `examples` gives an
 * example record per resource.
 */
export const openapi = (examples: Examples = {}, server = '/') => ({
  openapi: '3.1.0',
  info: {
    title: 'Public Management API',
    version: '1.0.0',
    summary:
      'Companies, people, plans, automation, reporting, satisfaction, devices and training of a managed service provider’s portal.',
    description: [
      'To sync, sort by updated_at, newest first, and stop one minute before the newest record of your last sync. Imports and erasures keep updatedAt, so read everything now and then. Read lists without that sort column whole.',
      'Writes change only the fields that are sent. An ETag saves reading what has not changed (If-None-Match) and keeps writes from overwriting others’ (If-Match). A read costs one point of the rate limit and a write five; 429 and 503 have Retry-After.',
      'Errors are problem details (RFC 9457): match type, not title or detail. Any operation may also answer 500 or, from a proxy, 502 or 504.',
      'Operations, fields and parameters marked x-addition, and values in x-addition-values, are not part of the specification; another server of this API may lack them.',
    ].join('\n\n'),
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: server, description: 'The server that provides this document' }],
  security: [{ key: [] }],
  tags: Object.entries(contract).map(([resource, operations]) => {
    const name = titleOf(resource, operations)
    return { name, description: `${name} in the API.` }
  }),
  paths: paths(examples),
  components: {
    securitySchemes: {
      key: {
        type: 'http',
        scheme: 'bearer',
        description: `An API key, created under Settings, Integrations, API Access. Scopes: ${scopes.join(', ')}.`,
      },
    },
    schemas: { ...componentSchemas(), Problem: problem },
    responses: Object.fromEntries(
      failures.map(([status, name, description, title]) => [name, failureResponse(status, description, title)]),
    ),
    headers,
  },
})

const headers = {
  ETag: {
    description: 'Identifies this version of the response, for If-None-Match and If-Match.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds to wait before retrying.', schema: { type: 'integer', minimum: 0 } },
  'WWW-Authenticate': { description: 'Bearer, with the API’s realm.', schema: { type: 'string' } },
  'X-Brief-Left-Out': {
    description: `What a brief lacks, with commas between: sections that this key or server does not have, and ${leftOutParts.join(', ')}.`,
    schema: { type: 'string' },
  },
  'X-Brief-Not-Printed': {
    description:
      'Letters that are boxes in the PDF, since no font of the server has them; at most twenty, percent-encoded.',
    schema: { type: 'string' },
  },
  'X-RateLimit-Limit': {
    description: 'Points per minute for this key. The three X-RateLimit headers are missing when there is no limit.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Remaining': {
    description: 'Points left in this minute. A read costs one, a write five.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Reset': {
    description: 'When the key has its full points again.',
    schema: { type: 'string', format: 'date-time' },
  },
  'X-Request-Id': {
    description: 'Identifies this request in the server’s log. A valid X-Request-Id of the request is reused.',
    schema: { type: 'string' },
  },
}

/** The headers of a response. A 401 has no rate limit headers. */
const headersOf = (status: number) => {
  const names: (keyof typeof headers)[] = [
    ...([200, 304, 412].includes(status) ? (['ETag'] as const) : []),
    ...([429, 503, 507].includes(status) ? (['Retry-After'] as const) : []),
    ...(status === 401
      ? (['WWW-Authenticate'] as const)
      : (['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const)),
    'X-Request-Id',
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

/** Status, component, description, and the title of the problem, or of the most frequent one; null if there is no usual one. */
const failures = [
  [400, 'Malformed', 'The path, query or body is malformed.', 'Malformed request'],
  [401, 'NotSignedIn', 'The key is missing, unknown, expired or revoked.', 'Not signed in'],
  [403, 'NotAllowed', 'The key lacks the scope that the detail names.', 'Not allowed'],
  [404, 'NotFound', 'The record does not exist.', 'Not found'],
  [406, 'NotAvailable', 'The Accept header allows none of the types of this file.', 'Not available'],
  [409, 'Conflict', 'The record’s state does not allow this; type says what.', null],
  [
    412,
    'ChangedMeanwhile',
    'The record has changed since the version in If-Match, or is one that If-None-Match excludes; current holds it as it is now.',
    'Changed meanwhile',
  ],
  [413, 'BodyTooLarge', 'The body is larger than 1 MiB.', 'Body too large'],
  [415, 'UnsupportedMediaType', 'The body is not JSON, or it is compressed.', 'Unsupported media type'],
  [422, 'InvalidValues', 'The body has invalid values; nothing was changed.', 'Invalid values'],
  [429, 'TooManyRequests', 'Rate limit reached; Retry-After says when to retry.', 'Too many requests'],
  [503, 'DatabaseAway', 'The database is not responding; Retry-After says when to retry.', 'Database away'],
  [507, 'DiskFull', 'The server’s disk is full; nothing was changed.', 'Disk full'],
] as const

const problem: JsonSchema = {
  type: 'object',
  description: 'Problem details (RFC 9457).',
  required: ['type', 'title', 'status', 'detail'],
  properties: {
    type: { type: 'string', description: 'Stable; the title as a slug under /problems/.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'What happened and what to do, as a sentence.' },
    requestId: { type: 'string' },
    mayBeSaved: {
      type: 'boolean',
      description:
        'True: the change may have been saved, so read the record before you retry. False: it was not. Left out: it was not, unless the status is 502 or 504; then nobody knows.',
    },
    current: { type: 'object', description: 'With 412: the record as it is now.' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['in', 'path', 'message'],
        properties: {
          in: { type: 'string', enum: ['query', 'path', 'body', 'header'] },
          path: { type: 'string' },
          message: { type: 'string' },
          received: {},
        },
      },
    },
  },
}

const failureResponse = (status: number, description: string, title: string | null) => ({
  description,
  headers: headersOf(status),
  content: {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      ...(title && { example: { type: problemType(title), title, status, detail: description } }),
    },
  },
})

const options = {
  io: 'output' as const,
  override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }) => {
    const schema = zodSchema as z.ZodMiniType
    // zod's pattern tells a reader less than the format.
    if (jsonSchema.format) delete jsonSchema.pattern
    Object.assign(jsonSchema, additions.get(schema), documented.get(schema))
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    // New fields must not break clients that validate responses.
    delete jsonSchema.additionalProperties
    delete jsonSchema.$schema
  },
}

const registryOfNames = () => {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  return registry
}

const componentSchemas = () => {
  const { schemas } = z.toJSONSchema(registryOfNames(), { ...options, uri: (id) => `#/components/schemas/${id}` })
  return Object.fromEntries(Object.entries(schemas).map(([id, { $id, $schema, ...schema }]) => [id, schema]))
}

const schemaOf = (schema: z.core.$ZodType): JsonSchema => {
  const name = Object.entries(named).find(([, known]) => known === schema)?.[0]
  if (name) return { $ref: `#/components/schemas/${name}` }
  const { $schema, ...json } = z.toJSONSchema(schema, options) as JsonSchema
  return json
}

const paths = (examples: Examples) => {
  const result: Record<string, JsonSchema> = {}
  for (const [resource, operations] of Object.entries<Record<string, Endpoint>>(contract))
    for (const [name, endpoint] of Object.entries(operations)) {
      const path = `${basePath}${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`
      const described = {
        operationId: `${resource}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
        tags: [titleOf(resource, operations)],
        ...operation(name, endpoint, examples[resource]),
      }
      result[path] = { ...result[path], [endpoint.method.toLowerCase()]: described }
    }
  return result
}

const needs = ({ scope, readScope }: Endpoint) => {
  if (!scope) return 'Any valid key is enough.'
  return readScope ? `Needs the scopes ${scope} and ${readScope}.` : `Needs the scope ${scope}.`
}

const operation = (name: string, endpoint: Endpoint, example: Examples[string]) => ({
  summary: endpoint.summary,
  description: [
    `${endpoint.summary}.`,
    needs(endpoint),
    ...takenPaths(endpoint),
    ...(endpoint.addition ? ['Not part of the specification; other servers may lack it.'] : []),
  ].join(' '),
  ...(endpoint.addition && { 'x-addition': true }),
  parameters: [
    ...parametersIn('path', endpoint.params),
    ...parametersIn('query', endpoint.query),
    ...(endpoint.method === 'GET' && !endpoint.files
      ? [header('If-None-Match', 'The ETag of an earlier response; 304 if nothing has changed.')]
      : []),
    ...(isConditional(endpoint)
      ? [
          header('If-Match', 'The ETag of the version you read; 412 if the record has changed since.'),
          header('If-None-Match', 'An ETag, or * for any; 412 if the record has it.'),
        ]
      : []),
  ],
  ...(endpoint.body && {
    requestBody: { required: true, content: { 'application/json': { schema: bodySchema(endpoint.body) } } },
  }),
  responses: {
    200: endpoint.files
      ? fileResponse(endpoint.files)
      : {
          description: 'Success.',
          headers: headersOf(200),
          content: {
            'application/json': {
              schema: answerSchema(endpoint),
              ...exampleOf(endpoint, name === 'analytics' ? undefined : example),
            },
          },
        },
    ...(endpoint.method === 'GET' &&
      !endpoint.files && {
        304: { description: 'Nothing has changed since the version in If-None-Match.', headers: headersOf(304) },
      }),
    ...Object.fromEntries(
      failures
        .filter(([status]) => isPossible(endpoint, status))
        .map(([status, reference]) => [status, { $ref: `#/components/responses/${reference}` }]),
    ),
  },
})

/** A file of the first of these types that the Accept header allows. It is made anew each time, so it has no ETag. */
const fileResponse = (types: readonly string[]) => {
  const { ETag: _, ...headers } = headersOf(200)
  const content = Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
  const lacking = {
    'X-Brief-Left-Out': { $ref: '#/components/headers/X-Brief-Left-Out' },
    'X-Brief-Not-Printed': { $ref: '#/components/headers/X-Brief-Not-Printed' },
  }
  return { description: 'The file.', headers: { ...headers, ...lacking }, content }
}

/**
 * Paths of other operations that this one's parameters would match: the server prefers the path with fewer parameters.
 */
const takenPaths = ({ path }: Endpoint) => {
  const rank = (one: string) => one.split(':').length
  const all = Object.values(contract).flatMap((operations) => Object.values<Endpoint>(operations))
  const others = [...new Set(all.map((endpoint) => endpoint.path as string))]
  return others
    .filter(
      (other) =>
        rank(other) < rank(path) || (rank(other) === rank(path) && others.indexOf(other) < others.indexOf(path)),
    )
    .flatMap((other) => {
      const [ours, theirs] = [path.split('/'), other.split('/')]
      const isAlike = ours.length === theirs.length && ours.every((part, at) => isSame(part, theirs[at] ?? ''))
      const id = theirs.find((part, at) => part !== ours[at] && !part.startsWith(':'))
      if (!isAlike || !id) return []
      const taken = ours.map((part, at) => (part.startsWith(':') ? theirs[at] : part)).join('/')
      return [`The path ${basePath}${taken} is another operation; ${id} is never read as an id.`]
    })
}

const isSame = (a: string, b: string) => a === b || a.startsWith(':') || b.startsWith(':')

/** Whether it changes one record that can have changed meanwhile. */
const isConditional = ({ method, conditional }: Endpoint) => method === 'PUT' || method === 'PATCH' || conditional

const isPossible = (endpoint: Endpoint, status: number) => {
  const { method, params, body, conflicts, files } = endpoint
  return status === 404
    ? params !== undefined
    : status === 406
      ? files !== undefined
      : status === 507
        ? method !== 'GET'
        : status === 409
          ? conflicts
          : status === 412
            ? isConditional(endpoint)
            : [413, 415, 422].includes(status)
              ? body !== undefined
              : true
}

const header = (name: string, description: string) => ({ name, in: 'header', description, schema: { type: 'string' } })

const parametersIn = (where: 'path' | 'query', schema: z.ZodMiniObject | undefined) =>
  Object.entries<z.core.$ZodType>(schema?.shape ?? {}).map(([name, value]) => {
    const { 'x-addition': addition, ...json } = schemaOf(value)
    return {
      name,
      in: where,
      required: !z.safeParse(value, undefined).success,
      ...(addition === true && { 'x-addition': true }),
      description: where === 'path' ? 'The record’s id.' : (meanings[name] ?? `Only records with this ${name}.`),
      // Comma-separated instead of repeated.
      ...(json.type === 'array' && { explode: false }),
      // As in the specification; null counts as not given.
      schema: json.type === 'boolean' ? { ...json, type: ['boolean', 'null'] } : json,
    }
  })

const meanings: Record<string, string> = {
  page: 'The page number, starting at 1.',
  limit: 'Records per page.',
  orderBy: 'The sort key. Ties are sorted by id; nulls come last.',
  sortColumn: 'The sort key. Ties are sorted by id; nulls come last.',
  sortBy: 'The sort key. Ties are sorted by id; nulls come last.',
  orderDirection: 'Ascending or descending.',
  sortDesc: 'True for descending; null counts as not given.',
  search:
    'Text to find in the searched fields, ignoring case. Without accents it also finds letters with accents, and a person also by the surname first. Empty means no search.',
  titleOrCompany: 'Text to find in the title or in the name of the company, as by search.',
  filter: 'The filter whose values are listed.',
  value: 'Only this value.',
  text: 'A name in which one letter may be wrong.',
  dateFrom: 'From this time, or from the start of this day in UTC.',
  dateTo: 'Up to this time, or to the end of this day in UTC.',
  inUse: 'True: devices in use. False: devices whose status is “Retired”, in upper or lower case.',
  isOpen:
    'True: goals that are neither at 100% nor named “Completed”, “Cancelled” or “Canceled” by their status, in upper or lower case. False: the others.',
  warrantyAfter: 'Warranty ends at or after this time, or on or after this day (UTC).',
  warrantyBefore: 'Warranty ends at or before this time, or on or before this day (UTC).',
  isCompleted: 'True: enrollments that were completed. False: the others.',
  dueAfter: 'Due at or after this time, or on or after this day (UTC).',
  dueBefore: 'Due at or before this time, or on or before this day (UTC).',
  completedAfter: 'Completed at or after this time, or from the start of this day in UTC.',
  completedBefore: 'Completed at or before this time, or up to the end of this day in UTC.',
  expiresAfter: 'Expires at or after this time, or on or after this day (UTC).',
  expiresBefore: 'Expires at or before this time, or on or before this day (UTC).',
  nextRunAfter: 'Runs next at or after this time, or from the start of this day in UTC.',
  nextRunBefore: 'Runs next at or before this time, or up to the end of this day in UTC.',
  bounds:
    'Where the spans begin, and where the last one ends, in order and separated by commas. A response at a bound counts in the span that begins there.',
  lastLoginAfter: 'Last signed in at or after this time, or from the start of this day in UTC.',
  lastLoginBefore: 'Last signed in at or before this time, or up to the end of this day in UTC.',
  zone: 'The IANA time zone of the days, such as Europe/London. UTC if omitted.',
  from: 'Where the period begins.',
  fromYear: 'The first year.',
  toYear: 'The last year.',
  lives:
    'Years that a type of device lasts, as a JSON object. Devices of other types are replaced when their warranty ends.',
  quarters: 'The number of quarters.',
  by: 'Whether the rows are clients or categories.',
  kind: 'Whether it is a word of the comment or a tag.',
  word: 'The word or tag, as the comparison gives it.',
  size: 'Only clients with this many people.',
  peers: 'Whom the percentiles compare with.',
  thresholds:
    'From which value of a figure a client is to be watched, and to be acted on, as figure:watch:act or figure:off, separated by commas. The others keep their usual ones.',
  x: 'The figure across.',
  y: 'The figure up.',
  includeRevoked: 'Also list revoked certificates.',
  ids: 'Only records with these ids: 1 to 100, separated by commas.',
  language: 'The language of the brief.',
  paper: 'The size of a page.',
  interval: 'Adds a time series by UTC week, month or quarter.',
}

/** Bodies are validated strictly, except that read-only fields of the record are allowed. */
const bodySchema = (body: z.ZodMiniObject) => {
  const schema = schemaOf(body)
  const properties = Object.entries(schema.properties as Record<string, JsonSchema>)
  return {
    ...schema,
    type: 'object',
    properties: Object.fromEntries(properties.map(([name, value]) => [name, { ...value, ...checks[name] }])),
  }
}

/** What the server checks of these fields beyond their type. */
const checks: Record<string, JsonSchema> = {
  website: { pattern: '^[Hh][Tt][Tt][Pp][Ss]?://', description: 'An http or https URL.' },
  currency: { description: 'An ISO 4217 code, such as GBP.' },
  zone: { description: 'An IANA time zone, such as Europe/London.' },
  changesSince: { description: 'A day in the past, 2000-01-01 or later.' },
  logo: { description: 'A PNG or JPEG as a data: URL, at most 512 KiB and 1600 × 800 pixels. Null removes it.' },
  colour: { description: 'Dark enough for text on white: a contrast of at least 4.5.' },
}

const answerSchema = (endpoint: Endpoint): JsonSchema => {
  const { shape } = endpoint.response as z.ZodMiniObject<{ data: z.ZodMiniType }>
  const data = endpoint.sort
    ? { type: 'array', items: schemaOf((shape.data as unknown as z.ZodMiniArray<z.ZodMiniType>)._zod.def.element) }
    : schemaOf(shape.data)
  return {
    type: 'object',
    required: endpoint.sort ? ['data', 'pagination'] : ['data'],
    properties: { data, ...(endpoint.sort && { pagination: { $ref: '#/components/schemas/Pagination' } }) },
  }
}

const exampleOf = ({ sort }: Endpoint, example: Examples[string]) => {
  if (sort) {
    if (!example?.listed) return {}
    const pagination = { page: 1, limit: 1, totalCount: 1, totalPages: 1, hasNextPage: false, hasPrevPage: false }
    return { example: { data: [example.listed], pagination } }
  }
  return example?.record ? { example: { data: example.record } } : {}
}
