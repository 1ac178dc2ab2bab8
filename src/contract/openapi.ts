import * as z from 'zod/mini'
import { AuditEvent } from './audit-events'
import { AggregationConfig, Condition, ConditionGroup, Rule, RuleAction, RuleDetail } from './automation'
import { Budget, BudgetLineItem, BudgetTotals } from './budgets'
import { Company } from './companies'
import { ComplianceTemplate } from './compliance'
import { basePath } from './core/base-path'
import { additions, documented, type Endpoint, Pagination, Ref, scopes } from './core/endpoint'
import { Dashboard } from './dashboards'
import { Device } from './devices'
import { Goal, GoalUpdate, Task } from './goals'
import { contract } from './index'
import { ApiKey, NewApiKey } from './keys'
import { Me } from './me'
import { NpsAnalytics, NpsResponse, NpsSurvey } from './nps'
import { ReportSchedule } from './report-schedules'
import { Report } from './reports'
import { Certificate, Enrollment } from './training'
import { CompanyUser, User } from './users'

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
  Goal,
  GoalUpdate,
  Task,
  ApiKey,
  NewApiKey,
  Pagination,
  Ref,
  Me,
  NpsAnalytics,
  NpsResponse,
  NpsSurvey,
  ReportSchedule,
  Report,
  Certificate,
  Enrollment,
  CompanyUser,
  User,
}

const titles: Record<keyof typeof contract, string> = {
  companies: 'Companies',
  companyUsers: 'Company users',
  users: 'Users',
  goals: 'Goals',
  budgets: 'Budgets',
  automation: 'Automation rules',
  reportSchedules: 'Report schedules',
  reports: 'Reports',
  npsResponses: 'NPS responses',
  npsSurveys: 'NPS surveys',
  devices: 'Devices',
  dashboards: 'External dashboards',
  enrollments: 'Training enrollments',
  certificates: 'Training certificates',
  complianceTemplates: 'Compliance templates',
  apiKeys: 'API keys',
  auditEvents: 'Audit events',
  me: 'The key itself',
}

/**
 * The contract as an OpenAPI 3.1 document. What the specification does not have carries `x-addition: true`. `examples` gives
 * a record of each resource, by the contract's key, to show in the answers.
 */
export const openapi = (examples: Examples = {}) => ({
  openapi: '3.1.0',
  info: {
    title: 'Public Management API',
    version: '1.0.0',
    description:
      'Companies, people, plans, automation, reporting, satisfaction, devices and training of a managed service provider’s portal. Operations, fields and parameters marked x-addition are not part of the specification; another server of this API may lack them.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: '/', description: 'The server that gave this document' }],
  security: [{ key: [] }],
  tags: Object.values(titles).map((name) => ({ name, description: `${name}, as the API shows them.` })),
  paths: paths(examples),
  components: {
    securitySchemes: {
      key: {
        type: 'http',
        scheme: 'bearer',
        description: `An API key, made under Settings, Integrations, API Access. Scopes: ${scopes.join(', ')}.`,
      },
    },
    schemas: { ...componentSchemas(), Problem: problem },
    responses: Object.fromEntries(
      failures.map(([status, name, description]) => [name, failureResponse(status, description)]),
    ),
    headers,
  },
})

const headers = {
  ETag: { description: 'Names exactly this answer, for If-None-Match and If-Match.', schema: { type: 'string' } },
  'Retry-After': { description: 'After how many seconds to try again.', schema: { type: 'integer', minimum: 0 } },
  'WWW-Authenticate': { description: 'Bearer, with the realm of the API.', schema: { type: 'string' } },
  'X-RateLimit-Limit': {
    description:
      'The points that the key has in a minute. This and the next two are left out by a server without a limit.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Remaining': {
    description: 'The points that are left of this minute. A read takes one, a write five.',
    schema: { type: 'integer', minimum: 0 },
  },
  'X-RateLimit-Reset': {
    description: 'When the key has all of its points again.',
    schema: { type: 'string', format: 'date-time' },
  },
  'X-Request-Id': {
    description: 'Names this request in the server’s log. Taken from the request if it has a sane one.',
    schema: { type: 'string' },
  },
}

/** The headers of an answer. Who has no valid key has no points to be told of. */
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

const failures = [
  [400, 'Malformed', 'The path, the query or the body cannot be read.'],
  [401, 'NotSignedIn', 'The key is missing, unknown, expired or revoked.'],
  [403, 'NotAllowed', 'The key lacks the scope that the detail names.'],
  [404, 'NotFound', 'There is no such record.'],
  [409, 'Conflict', 'The record is in a state that does not allow this.'],
  [412, 'ChangedMeanwhile', 'If-Match names an older record; current holds the record as it is.'],
  [413, 'BodyTooLarge', 'The body is over 1 MiB.'],
  [415, 'UnsupportedMediaType', 'The body is not JSON, or it is compressed.'],
  [422, 'InvalidValues', 'Values of the body are not allowed; nothing was changed.'],
  [429, 'TooManyRequests', 'The key has used its points of this minute; Retry-After says when it has new ones.'],
  [503, 'DatabaseAway', 'The database does not answer; Retry-After says when to try again.'],
  [507, 'DiskFull', 'The disk of the server is full; nothing was changed.'],
] as const

const problem: JsonSchema = {
  type: 'object',
  description: 'Problem details (RFC 9457).',
  required: ['type', 'title', 'status', 'detail'],
  properties: {
    type: { type: 'string', description: 'A stable slug under /problems/.' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'A sentence that says what to do.' },
    requestId: { type: 'string' },
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

const failureResponse = (status: number, description: string) => ({
  description,
  headers: headersOf(status),
  content: {
    'application/problem+json': {
      schema: { $ref: '#/components/schemas/Problem' },
      example: { type: '/problems/…', title: description.replace(/[.;].*/, ''), status, detail: description },
    },
  },
})

const options = {
  io: 'output' as const,
  override: ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }) => {
    const schema = zodSchema as z.ZodMiniType
    Object.assign(jsonSchema, additions.get(schema), documented.get(schema))
    // The pattern that zod adds to a format says less to a reader than the format does.
    if (jsonSchema.format) delete jsonSchema.pattern
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    // Additive fields must not break a client that checks what it gets.
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
  for (const [resource, operations] of Object.entries(contract))
    for (const [name, endpoint] of Object.entries<Endpoint>(operations)) {
      const path = `${basePath}${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`
      const described = operation(resource as keyof typeof contract, name, endpoint, examples[resource])
      result[path] = { ...result[path], [endpoint.method.toLowerCase()]: described }
    }
  return result
}

const operation = (resource: keyof typeof contract, name: string, endpoint: Endpoint, example: Examples[string]) => ({
  operationId: `${resource}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  summary: endpoint.summary,
  description: [
    `${endpoint.summary}.`,
    endpoint.scope ? `Needs the scope ${endpoint.scope}.` : 'Any valid key will do.',
    ...takenPaths(endpoint),
    ...(endpoint.addition ? ['Not part of the specification: another server may lack it.'] : []),
  ].join(' '),
  tags: [titles[resource]],
  ...(endpoint.addition && { 'x-addition': true }),
  parameters: [
    ...parametersIn('path', endpoint.params),
    ...parametersIn('query', endpoint.query),
    ...(endpoint.method === 'GET' ? [header('If-None-Match', 'An ETag; 304 when the answer is still that one.')] : []),
    ...(endpoint.body && endpoint.params
      ? [header('If-Match', 'The ETag that was read; 412 when the record has changed since.')]
      : []),
  ],
  ...(endpoint.body && {
    requestBody: { required: true, content: { 'application/json': { schema: bodySchema(endpoint.body) } } },
  }),
  responses: {
    200: {
      description: 'As asked for.',
      headers: headersOf(200),
      content: {
        'application/json': {
          schema: answerSchema(endpoint),
          ...exampleOf(endpoint, name === 'analytics' ? undefined : example),
        },
      },
    },
    ...(endpoint.method === 'GET' && {
      304: { description: 'The answer is the one that If-None-Match names.', headers: headersOf(304) },
    }),
    ...Object.fromEntries(
      failures
        .filter(([status]) => isPossible(endpoint, status))
        .map(([status, reference]) => [status, { $ref: `#/components/responses/${reference}` }]),
    ),
  },
})

/** Paths that look like this one with an id, and are other operations: the server prefers the path with fewer parameters. */
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
      return [`The path ${basePath}${taken} is another operation: ${id} is never taken for an id.`]
    })
}

const isSame = (a: string, b: string) => a === b || a.startsWith(':') || b.startsWith(':')

const isPossible = ({ method, params, body, path }: Endpoint, status: number) =>
  status === 404
    ? params !== undefined
    : status === 507
      ? method !== 'GET'
      : status === 409
        ? path.startsWith('/api-keys/')
        : status === 412
          ? body !== undefined && params !== undefined
          : [413, 415, 422].includes(status)
            ? body !== undefined
            : true

const header = (name: string, description: string) => ({ name, in: 'header', description, schema: { type: 'string' } })

const parametersIn = (where: 'path' | 'query', schema: z.ZodMiniObject | undefined) =>
  Object.entries<z.core.$ZodType>(schema?.shape ?? {}).map(([name, value]) => {
    const { 'x-addition': addition, ...json } = schemaOf(value)
    return {
      name,
      in: where,
      required: where === 'path',
      ...(addition === true && { 'x-addition': true }),
      description: where === 'path' ? 'The id of the record.' : (meanings[name] ?? `Only records of this ${name}.`),
      // With commas between the values, and not the name again with each.
      ...(json.type === 'array' && { explode: false }),
      schema: json,
    }
  })

const meanings: Record<string, string> = {
  page: 'Which page, from 1.',
  limit: 'Records on a page.',
  orderBy: 'What the list is sorted by. Ties are sorted by id, nulls come last.',
  sortColumn: 'What the list is sorted by. Ties are sorted by id, nulls come last.',
  sortBy: 'What the list is sorted by. Ties are sorted by id, nulls come last.',
  orderDirection: 'Ascending or descending.',
  sortDesc: 'Whether the sort is descending; null means not given.',
  search: 'Text that a searched field contains, ignoring case. Empty means no search.',
  dateFrom: 'From this moment, or this day in UTC, on.',
  dateTo: 'Up to this moment, or the end of this day in UTC.',
  warrantyAfter: 'Warranty ends at this moment, or on this day in UTC, or later.',
  warrantyBefore: 'Warranty ends at this moment, or on this day in UTC, or earlier.',
  includeRevoked: 'Whether revoked certificates are listed too.',
  ids: 'Only the records of these ids, at most 100, with commas between them.',
  interval: 'Adds a series of UTC weeks, months or quarters.',
}

/** Bodies are checked strictly, except that read-only fields of the record may stand in them. */
const bodySchema = (body: z.ZodMiniObject) => ({ ...schemaOf(body), type: 'object' })

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
