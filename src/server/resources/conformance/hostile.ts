import fc from 'fast-check'
import type { Endpoint } from '../../../contract/core/endpoint'
import { contract } from '../../../contract/index'

/* Requests that mean harm, made from the contract: every operation with its own parameters and fields. */

export type HostileRequest = {
  method: string
  /** With its query. */
  path: string
  headers: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
}

/** Patterns that reveal internals: a stack, a path, SQL, an engine’s error message. */
export const leak =
  /node_modules|dist\/server|\.[jt]s:\d|\bat \w+ \(|\bselect [^"]* from |syntax error at|PGlite|kysely|ECONN/i

const word = fc.constantFrom(
  ...["'", '"; drop table companies; --', "' or '1'='1", '1; select pg_sleep(9)', '$1', '{{7*7}}', '$' + '{7*7}'],
  ...['%', '_', '\\', '%'.repeat(255), '_%'.repeat(127), '\\'.repeat(255), '%\\_'.repeat(85)],
  ...['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__proto__[isAdmin]'],
  ...['\0', 'a\0b', '\ud800', '\udc00\ud800', '\ufeff', '\uffff', '\u202e', '\r\nset-cookie: a=b', '\t', '𝟘', '٣'],
  ...['../../etc/passwd', '..\\..\\boot.ini', '%2e%2e%2f', '%00', '<script>alert(1)</script>', '=cmd|1'],
  ...['1e999', '-0', 'NaN', '-1', '0x10', '1.5', '1000000000', '9007199254740993', '9'.repeat(400), 'a'.repeat(1500)],
  ...['null', 'undefined', 'true', '[]', '{}', '[object Object]', '2026-02-30', '0000-00-00', '275760-09-13'],
)
const text = fc.oneof(word, fc.string({ unit: 'binary', maxLength: 40 }))
const deep = fc
  .tuple(fc.constantFrom('[', '{"a":', '{"__proto__":', '[{"conditions":'), fc.constantFrom(10, 1000, 20_000))
  .map(([open, times]) => open.repeat(times))
const number = fc.constantFrom('-1', '1e308', '-1e308', '1e999', '0.1', '-0', '9007199254740993', '2147483648')
const literal = fc.oneof(
  text.map((any) => JSON.stringify(any)),
  number,
  fc.json({ maxDepth: 3 }),
)

/** Encodes text, keeping lone surrogates as invalid UTF-8. */
const bytesOf = (text: string) =>
  new Uint8Array(Buffer.from(text, /[\ud800-\udfff]/.test(text) && !text.isWellFormed() ? 'utf16le' : 'utf8'))

const bodyOf = ({ body }: Endpoint) => {
  const names = fc.oneof(fc.constantFrom(...Object.keys(body?.shape ?? {}), 'id', '__proto__'), text)
  const object = fc
    .array(fc.tuple(names, literal), { maxLength: 4 })
    .map((fields) => `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`)
  const invalid = fc.uint8Array({ maxLength: 60 }).map((bytes) => new Uint8Array([0x7b, 0x22, ...bytes]))
  // A body without fields is always valid, so that it reaches what is checked after the body.
  const empty = fc.constant('{}').map(bytesOf)
  return fc.oneof(
    { weight: 6, arbitrary: object.map(bytesOf) },
    empty,
    fc.oneof(literal, deep, text).map(bytesOf),
    invalid,
  )
}

const headers = fc.record(
  {
    'content-type': fc.oneof(
      { weight: 6, arbitrary: fc.constant('application/json') },
      fc.constantFrom(
        'text/plain',
        'application/json; charset=utf-16',
        'application/x+json',
        'multipart/form-data',
        ',',
      ),
    ),
    // Mostly an accepted one, because a refused encoding ends the request early.
    'content-encoding': fc.oneof(
      { weight: 30, arbitrary: fc.constant('identity') },
      fc.constantFrom('gzip', 'br', 'identity, gzip', 'x'),
    ),
    'if-match': fc.constantFrom('*', '""', 'W/"x"', '"'.repeat(1000), ',,,'),
    'if-none-match': fc.constantFrom('*', '"a", "b"', ','.repeat(1000)),
    'x-request-id': fc.constantFrom('../..', '<script>', 'x'.repeat(1000), '{"a":1}'),
    accept: fc.constantFrom('*/*', 'text/html', 'application/xml', ','.repeat(1000)),
    range: fc.constant('bytes=0-1,2-3'),
    'x-http-method-override': fc.constantFrom('DELETE', 'PUT'),
    'x-forwarded-host': fc.constant('evil.example'),
  },
  { requiredKeys: ['content-type'] },
)

const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

/** `idOf` returns an existing id by the path of its list. */
export const hostileRequests = (idOf: (list: string) => string): fc.Arbitrary<HostileRequest> => {
  const endpoints = Object.values(contract).flatMap((resource) => Object.values<Endpoint>(resource))
  const raw = fc.constantFrom('%ff%fe', '%c0%ae%c0%ae', '..%2f..', '%', '%zz', '.', ';a=b', '%00', '__proto__')
  const [reads, writes] = [endpoints.filter(({ body }) => !body), endpoints.filter(({ body }) => body)]
  // A quarter are writes, however many reads there are: they are refused for more reasons.
  const any = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...reads) },
    { weight: 1, arbitrary: fc.constantFrom(...writes) },
  )
  return any.chain((endpoint) => {
    const list = endpoint.path.split('/:')[0] ?? ''
    const known = Object.keys(endpoint.query?.shape ?? {})
    const id = fc.oneof({ weight: 3, arbitrary: fc.constant(idOf(list)) }, text.map(encoded), raw)
    const name = fc.oneof({ weight: 5, arbitrary: fc.constantFrom('page', 'limit', ...known) }, text)
    const value = fc.oneof({ weight: 3, arbitrary: text.map(encoded) }, raw)
    const query = fc.array(
      fc.tuple(name, value).map(([name, value]) => `${encoded(name)}=${value}`),
      { maxLength: 3 },
    )
    const isWrite = endpoint.method !== 'GET'
    return fc
      .record({ id, query, headers, body: isWrite ? bodyOf(endpoint) : fc.constant(undefined) })
      .map(({ id, query, headers, body }) => ({
        method: endpoint.method,
        path: endpoint.path.replace(':id', id) + (query.length ? `?${query.join('&')}` : ''),
        headers,
        ...(body && { body }),
      }))
  })
}
