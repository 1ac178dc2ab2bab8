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
  const issues = [...names].flatMap((name): Issue[] => {
    if (!known.includes(name)) return [{ in: 'query', path: name, message: unknownName('parameter', name, known) }]
    const values = searchParams.getAll(name)
    return values.length > 1
      ? [
          {
            in: 'query',
            path: name,
            message: `${name} must appear once, but appears ${values.length} times.`,
            received: values,
          },
        ]
      : []
  })
  if (issues.length > 0) throw malformedValues(issues)
  if (search.includes('%')) requireWellFormedQuery(search)
  return schema ? checked(schema, Object.fromEntries(searchParams), 'query', malformedValues) : {}
}

/** URLSearchParams leaves broken escapes as they are, and makes U+FFFD of those that are not UTF-8. */
const requireWellFormedQuery = (search: string) => {
  const issues = search
    .slice(1)
    .split('&')
    .flatMap((parameter): Issue[] => {
      const [name = '', ...value] = parameter.split('=')
      const sent = value.join('=')
      if (isPercentEncoded(sent)) return []
      return [
        issueOf('query', decodeURIComponent(name), 'must be percent-encoded UTF-8, in which % itself is %25', sent),
      ]
    })
  if (issues.length > 0) throw malformedValues(issues)
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
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw unprocessable([{ in: 'body', path: '', message: 'The body must be a JSON object.' }])

  const writable = Object.keys(endpoint.body.shape)
  const readOnly = recordFields(endpoint).filter((name) => !writable.includes(name))
  const issues = Object.keys(value)
    .filter((name) => !writable.includes(name) && !readOnly.includes(name))
    .map((name): Issue => ({ in: 'body', path: name, message: unknownName('field', name, writable) }))
  if (issues.length > 0) throw unprocessable(issues)

  const fields = Object.fromEntries(Object.entries(value).filter(([name]) => writable.includes(name)))
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

const checked = (
  schema: z.ZodMiniType,
  value: Record<string, unknown>,
  where: Where,
  refuse: (issues: Issue[]) => Problem,
) => {
  const result = schema.safeParse(value)
  if (result.success) return plainValue(result.data, schema) as Record<string, unknown>
  const seen = new Set<string>()
  throw refuse(
    result.error.issues.flatMap((issue): Issue[] => {
      const path = issue.path.join('.')
      if (seen.has(path)) return []
      seen.add(path)
      return [issueOf(where, path, issue.message, issue.path.reduce(partOf, value))]
    }),
  )
}

const partOf = (value: unknown, key: PropertyKey) => (value as Record<PropertyKey, unknown> | undefined)?.[key]

const malformedValues = (errors: Issue[]) => malformed(sentence(errors), { errors })
const unprocessable = (errors: Issue[]) =>
  new Problem(422, 'Invalid values', `${sentence(errors)} Nothing was changed.`, { errors })

const sentence = ([first, ...others]: Issue[]) =>
  `${first?.message ?? ''}${others.length ? ` ${others.length} more ${others.length === 1 ? 'value is' : 'values are'} wrong: see errors.` : ''}`

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
