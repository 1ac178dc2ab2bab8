import * as z from 'zod/mini'
import { additions, type Endpoint } from '../../contract/core/endpoint'
import { contract } from '../../contract/index'
import { plainValue } from '../api/plain-values'
import type { Records } from '../resources/registry'
import { tables } from '../resources/registry'

export type Resource = keyof Records

/** The contract's schema of the stored fields, without computed ones. */
const schemas = Object.fromEntries(
  Object.keys(tables).map((key) => {
    const { shape } = (contract[key as Resource].get.response as unknown as z.ZodMiniObject<{ data: z.ZodMiniObject }>)
      .shape.data
    const { computed } = tables[key as Resource]
    const stored = Object.entries(shape).filter(([field]) => !computed.includes(field))
    return [key, z.object(Object.fromEntries(stored))]
  }),
) as Record<Resource, z.ZodMiniObject>

/** Stricter than the contract, which accepts what other servers answer. */
const email = z.nullable(
  z.string().check(z.regex(/^\S+@\S+$/, { error: 'must be an email address, such as anna@client.example' })),
)
const emails: { [R in Resource]?: Record<string, z.ZodMiniType> } = {
  companyUsers: { email },
  users: { email },
  npsResponses: { respondentEmail: email },
}

/** The contract's limits for fields that can be written. Null is left to the schema above. */
const limits = Object.fromEntries(
  Object.keys(tables).map((key) => {
    const operations: Endpoint[] = Object.values(contract[key as Resource])
    const { body } = operations.find(({ method }) => method === 'PUT' || method === 'PATCH') ?? {}
    const stored = Object.entries(body?.shape ?? {}).filter(([field]) => field in schemas[key as Resource].shape)
    const writable = stored.map(([field, schema]) => [field, z.nullable(schema)])
    return [key, z.object({ ...Object.fromEntries(writable), ...emails[key as Resource] })]
  }),
) as Record<Resource, z.ZodMiniObject>

/** What a new record gets where the file lacks a field that the specification does not list. */
const defaults: { [R in Resource]?: Partial<Records[R]> } = {
  companies: { status: 'active' },
  companyUsers: { status: 'active' },
  users: { status: 'active' },
  budgets: { periodType: 'Annual', status: 'Draft' },
  reportSchedules: { status: 'active' },
  reports: { status: 'draft' },
}

z.config(z.locales.en())

/**
 * Validates a value as a record, with null for missing nullable fields, or gives the reason why it is invalid. Unknown
 * fields are added to `unknown`. `lacks` names the additions to the specification that the value lacks, and `plainLines` the
 * line items of which it says neither type nor recurrence.
 */
export const check = (
  resource: Resource,
  value: unknown,
  unknown: Set<string>,
): { record: Records[Resource]; lacks: string[]; plainLines: string[] } | { reason: string } => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { reason: 'is not a record' }
  const schema = schemas[resource]
  const known = Object.keys(schema.shape)
  for (const field of Object.keys(value))
    if (!known.includes(field) && !tables[resource].computed.includes(field)) unknown.add(field)
  const result = schema.safeParse(
    plainValue(withNulls({ ...defaults[resource], ...value }, schema, unknown), schema, isOurId),
  )
  if (!result.success) return { reason: result.error.issues.map(reasonOf).join('; ') }
  if (isBroken(result.data)) return { reason: 'contains NUL or invalid characters, which cannot be stored' }
  const limited = limits[resource].safeParse(result.data)
  if (!limited.success) return { reason: limited.error.issues.map(reasonOf).join('; ') }
  const record = result.data as Records[Resource]
  // The contract is lenient here, but a wrong score would distort every statistic.
  if ('score' in record && 'surveyId' in record && (record.score < 0 || record.score > 10))
    return { reason: `score must be a whole number from 0 to 10; it is ${record.score}` }
  const isAdded = (field: string) => additions.has(schema.shape[field] as z.ZodMiniType)
  const lacks = known.filter((field) => !(field in value) && isAdded(field))
  if (!('lineItems' in record)) return { record, lacks, plainLines: [] }
  const given = (value as { lineItems: object[] }).lineItems
  const plain = record.lineItems.filter((_, at) => !['type', 'recurrence'].some((field) => field in (given[at] ?? {})))
  return { record, lacks, plainLines: plain.map(({ id }) => id) }
}

/**
 * The value with null for missing nullable fields, also in the records within it. Unknown fields of those are added to
 * `unknown`, as in `lineItems.vendor`.
 */
const withNulls = (value: unknown, schema: z.core.$ZodType, unknown: Set<string>, path = ''): unknown => {
  if (value === undefined) return schema instanceof z.ZodMiniNullable ? null : value
  if (schema instanceof z.ZodMiniNullable) return withNulls(value, schema.def.innerType, unknown, path)
  if (Array.isArray(value))
    return schema instanceof z.ZodMiniArray
      ? value.map((one) => withNulls(one, schema.def.element, unknown, path))
      : value
  if (!(schema instanceof z.ZodMiniObject) || typeof value !== 'object' || value === null) return value
  const given = value as Record<string, unknown>
  if (path) for (const name of Object.keys(given)) if (!(name in schema.shape)) unknown.add(path + name)
  return Object.fromEntries(
    Object.entries<z.core.$ZodType>(schema.shape).map(([name, field]) => [
      name,
      withNulls(given[name], field, unknown, `${path}${name}.`),
    ]),
  )
}

/** Ids of external systems stay as they are. */
const isOurId = (field: string) => /^(?!external).*(^i|I)ds?$/.test(field)

/** JSON escapes NUL and lone surrogates; the pattern skips escaped backslashes. */
const isBroken = (record: unknown) => /(?<!\\)(\\\\)*\\u(0000|d[89a-f])/.test(JSON.stringify(record))

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
const received: Record<string, string> = {
  null: 'missing',
  undefined: 'missing',
  string: 'text',
  array: 'a list',
  object: 'an object',
}

const reasonOf = ({ path, message }: z.core.$ZodIssue) => {
  const [, expected = '', actual = ''] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? []
  const reason = kinds[expected] ? `must be ${kinds[expected]}; it is ${received[actual] ?? `a ${actual}`}` : message
  return `${path.join('.')} ${reason}`
}
