import { basePath } from '../../contract/core/base-path'
import { groupBy } from '../../contract/core/group-by'

/** The parts of OpenAPI 3.1 used here; another server’s document may lack any of them. */
export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  items?: Schema
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  'x-addition'?: boolean
}
export type Parameter = {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: Schema
  'x-addition'?: boolean
}
type Content = Record<string, { schema?: Schema; example?: unknown }>
type Operation = {
  operationId: string
  summary?: string
  description?: string
  tags?: string[]
  parameters?: Parameter[]
  requestBody?: { content?: Content }
  responses?: Record<string, { $ref?: string; description?: string; content?: Content }>
  'x-addition'?: boolean
}
export type Document = {
  info: { title: string; version: string; summary?: string; description?: string }
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, Schema>; responses?: Record<string, { description?: string }> }
}
export type Listed = Operation & { method: string; path: string }

export const documentPath = `${basePath}/openapi.json`

/** Operations in document order, grouped by first tag. */
export const operationsByTag = ({ paths }: Document) => {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Listed => ({ ...operation, method: method.toUpperCase(), path }),
    ),
  )
  return groupBy(operations, ({ tags }) => tags?.[0] ?? 'Other')
}

export const resolved = (document: Document, schema: Schema | undefined): Schema => {
  const name = schema?.$ref?.split('/').at(-1)
  return name ? (document.components?.schemas?.[name] ?? {}) : (schema ?? {})
}

/** A short description of a schema: "text, at most 255 characters"; "one of asc, desc"; "list of Company". */
export const inWords = (schema: Schema | undefined): string => {
  if (!schema) return 'anything'
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.anyOf) return schema.anyOf.map(inWords).join(' or ')
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  const types = [schema.type ?? 'anything'].flat()
  const kind = types.map((type) => kinds[schema.format ?? ''] ?? kinds[type] ?? type)
  const named = types.includes('array')
    ? [`list of ${inWords(schema.items)}`, ...kind.slice(1)]
    : [...new Set(types.includes('null') ? [kind[0], 'null'] : kind)]
  return [named.join(' or '), ...limits(schema)].join(', ')
}

const kinds: Record<string, string> = {
  string: 'text',
  integer: 'whole number',
  boolean: 'true or false',
  uuid: 'UUID',
  uri: 'web address',
  'date-time': 'date-time',
  array: 'list',
}

const limits = ({ minimum, maximum, minLength, maxLength, default: initial }: Schema) => [
  ...(minimum !== undefined && maximum !== undefined
    ? [`${minimum} to ${maximum}`]
    : minimum !== undefined
      ? [`${minimum} or more`]
      : []),
  ...(maxLength !== undefined ? [`${minLength ? `${minLength} to` : 'at most'} ${maxLength} characters`] : []),
  ...(initial !== undefined ? [`default ${initial}`] : []),
]

/** A path of the document as the contract has it: /automation/:id/toggle. */
export const writtenPath = (path: string) => path.replace(basePath, '').replaceAll(/\{(\w+)\}/g, ':$1')

export const pathWith = (path: string, values: Record<string, string>, parameters: Parameter[] = []) => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    values[name] ? encodeURIComponent(values[name]) : whole,
  )
  const given = parameters.filter(({ in: where, name }) => where === 'query' && values[name])
  const query = new URLSearchParams(given.map(({ name }) => [name, values[name] ?? ''])).toString()
  return filled + (query && `?${query}`)
}
