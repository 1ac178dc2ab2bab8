import type { z } from 'zod/mini'
import type { Endpoint } from '../../contract/core/endpoint'
import { isSimilar } from '../similar'
import { bodyBrokenOff } from './error-to-problem'
import { plainValue } from './plain-values'
import { type Issue, issueOf, malformed, Problem, truncate } from './problem'

type Where = Issue['in']

/** Parses the path; 400 if a value is invalid. */
export const parsePath = (endpoint: Endpoint, values: Record<string, string>) =>
  endpoint.params ? checked(endpoint.params, values, 'path', malformedValues) : {}

/** Parses the query; 400 if a parameter is unknown, repeated or out of range. Nothing is clamped. */
export const parseQuery = (schema: Endpoint['query'], { search, searchParams }: URL) => {
  const known = Object.keys(schema?.shape ?? {})
  const names = new Set(searchParams.keys())
  const wrong = [...names].filter((name) => !known.includes(name) || searchParams.getAll(name).length > 1)
  requireNone(wrong, malformedValues, (name) => {
    if (!known.includes(name)) return { in: 'query', path: name, message: unknownName('parameter', name, known) }
    const received = searchParams.getAll(name)
    const once = isList(schema?.shape[name]) ? 'once, with commas between its values,' : 'once,'
    const message = `${name} must appear ${once} but appears ${received.length} times.`
    return { in: 'query', path: name, message, received }
  })
  if (search.includes('%')) requireWellFormedQuery(search)
  return schema ? checked(schema, Object.fromEntries(searchParams), 'query', malformedValues) : {}
}

const isList = (schema: z.core.$ZodType | undefined): boolean => {
  const { type, innerType, out } = (schema?._zod.def ?? {}) as { [part in 'innerType' | 'out']?: z.core.$ZodType } & {
    type?: string
  }
  return innerType || out ? isList(innerType ?? out) : type === 'array'
}

/** URLSearchParams leaves broken escapes as they are, and makes U+FFFD of those that are not UTF-8. */
const requireWellFormedQuery = (search: string) => {
  const sent = search.slice(1).split('&').map(nameAndValue)
  const broken = sent.filter(([, value]) => !isPercentEncoded(value))
  requireNone(broken, malformedValues, ([name, value]) =>
    issueOf('query', decodeURIComponent(name), 'must be percent-encoded UTF-8, in which % itself is %25', value),
  )
}

const nameAndValue = (parameter: string): [name: string, value: string] => {
  const [name = '', ...value] = parameter.split('=')
  return [name, value.join('=')]
}

export const isPercentEncoded = (text: string) => {
  try {
    // The bundler drops a call whose result is unused, although this one may throw.
    return decodeURIComponent(text).isWellFormed()
  } catch {
    return false
  }
}

/**
 * Parses the body. Read-only fields of the record are ignored, so that a record can be sent back as it was read; any
 * other unknown field is an error.
 */
export const parseBody = async (endpoint: Endpoint & { body: z.ZodMiniObject }, request: Request) => {
  // Read first: refusing without reading would cut the connection.
  const bytes = await request.arrayBuffer().catch(() => {
    throw bodyBrokenOff()
  })
  requireUnencoded(request.headers.get('content-encoding'))
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(type)) {
    const sent = type ? `It was ${type}.` : 'It is missing.'
    throw new Problem(
      415,
      'Unsupported media type',
      `Send the body as JSON, with Content-Type: application/json. ${sent}`,
    )
  }
  const value = parseJson(bytes)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = 'The body must be a JSON object.'
    throw unprocessable(message, { errors: [{ in: 'body', path: '', message }] })
  }

  const writable = Object.keys(endpoint.body.shape)
  const readOnly = recordFields(endpoint).filter((name) => !writable.includes(name))
  const unknown = Object.keys(value).filter((name) => !writable.includes(name) && !readOnly.includes(name))
  requireNone(unknown, unprocessable, (name) => ({
    in: 'body',
    path: name,
    message: unknownName('field', name, writable),
  }))

  const fields = Object.fromEntries(Object.entries(value).filter(([name]) => writable.includes(name)))
  const tooLong = Object.entries(fields).filter(([, list]) => Array.isArray(list) && list.length > longest)
  requireNone(tooLong, unprocessable, ([name, list]) =>
    issueOf('body', name, `must hold at most ${longest} values`, list),
  )
  return checked(endpoint.body, fields, 'body', unprocessable)
}

/** Refuses compressed bodies, and plain ones that claim to be compressed. */
const requireUnencoded = (header: string | null) => {
  const encodings = (header ?? '').split(',').map((name) => name.trim().toLowerCase())
  if (encodings.every((name) => name === '' || name === 'identity')) return
  throw new Problem(
    415,
    'Unsupported media type',
    `Send the body uncompressed, without Content-Encoding (it was ${header}). Nothing was changed.`,
    { headers: { 'accept-encoding': 'identity' } },
  )
}

const checked = (schema: z.ZodMiniType, value: Record<string, unknown>, where: Where, refuse: Refuse) => {
  const { data, error } = schema.safeParse(value)
  const first = new Map<string, z.core.$ZodIssue>()
  for (const issue of error?.issues ?? []) {
    const path = issue.path.join('.')
    if (!first.has(path)) first.set(path, issue)
  }
  requireNone([...first], refuse, ([path, issue]) => {
    const received = issue.path.reduce(partOf, value)
    const { message, ...rest } = issueOf(where, path, issue.message, received)
    return { ...rest, message: message + hintFor(schema, where, path, received) }
  })
  return plainValue(data, schema) as Record<string, unknown>
}

/** What to do about two frequent mistakes: the + of an offset that was not encoded, and null for a field that may be missing. */
const hintFor = (schema: z.ZodMiniType, where: Where, path: string, received: unknown) => {
  if (where === 'query' && typeof received === 'string' && /^[\d-]+T\S+ \d\d:\d\d$/i.test(received))
    return ' A + in an address means a space: write it as %2B.'
  if (where === 'body' && received === null && isOptional(schema, path)) return ' Leave it out instead.'
  return ''
}

const isOptional = (schema: z.ZodMiniType, path: string) => {
  const field = (schema as z.ZodMiniObject).shape[path] as z.ZodMiniType | undefined
  return field?.safeParse(undefined).success === true
}

const partOf = (value: unknown, key: PropertyKey) => (value as Record<PropertyKey, unknown> | undefined)?.[key]

type Refuse = (detail: string, extra: { errors: Issue[] }) => Problem

const malformedValues: Refuse = malformed
const unprocessable: Refuse = (detail, extra) =>
  new Problem(422, 'Invalid values', `${detail} Nothing was changed.`, extra)

/** A small request can have many wrong values; all are counted, and the first described. */
const mostErrors = 100

const requireNone = <T>(wrong: T[], refuse: Refuse, issueFrom: (one: T) => Issue) => {
  const errors = wrong.slice(0, mostErrors).map(issueFrom)
  const [first] = errors
  if (!first) return
  const more = wrong.length - 1
  const shown = wrong.length > mostErrors ? `the first ${mostErrors} are in errors` : 'see errors'
  const others = more ? ` ${more} more ${more === 1 ? 'value is' : 'values are'} wrong: ${shown}.` : ''
  throw refuse(first.message + others, { errors })
}

const parseJson = (bytes: ArrayBuffer): unknown => {
  if (bytes.byteLength === 0) throw malformed('The body is empty. Send a JSON object; {} changes nothing.')
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw malformed('The body is not valid JSON in UTF-8. Check quotes, commas and encoding, then send it again.')
  }
  if (isDeeperThan(deepest, value))
    throw malformed(
      `The body is nested more than ${deepest} levels deep. Nothing was changed. Send fewer nested lists and objects.`,
    )
  return value
}

/** Far above any real record. Deeper values parse, but cannot be serialised again. */
const deepest = 100

/** Far above any list that can be written. Zod describes each wrong value of a longer one, which may overflow the stack. */
const longest = 1000

const isDeeperThan = (levels: number, value: unknown) => {
  let level = [value]
  for (let depth = 0; depth <= levels && level.length > 0; depth++)
    level = level.flatMap((part) => (typeof part === 'object' && part !== null ? Object.values(part) : []))
  return level.length > 0
}

const recordFields = (endpoint: Endpoint) => {
  if (endpoint.files) return []
  const envelope = endpoint.response as z.ZodMiniObject<{ data: z.ZodMiniObject }>
  return Object.keys(envelope.shape.data.shape)
}

const unknownName = (kind: string, name: string, known: string[]) => {
  const close = known.find((candidate) => isSimilar(candidate, name))
  const shown = truncate(name)
  return `Unknown ${kind} ${JSON.stringify(shown)}.${close ? ` Did you mean ${close}?` : known.length ? ` Known: ${known.join(', ')}.` : ''}`
}
