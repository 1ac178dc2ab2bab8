import fs from 'node:fs/promises'
import http from 'node:http'
import net, { type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect } from 'vitest'
import { basePath } from '../../src/contract/core/base-path'
import { leak } from '../../src/server/resources/conformance/hostile'
import { createTempFolder } from '../../src/server/testing/temp-folder'
import { adminKey, type Server, startServer } from '../support/instance'
import { experiment } from './support/experiment'

const silence = Symbol('No more will come.')
/** What is sent, or for how many milliseconds nothing is. */
type Part = string | Buffer | number | typeof silence

const patience = 3000

/** The statuses of all answers on one connection, and everything that came back. A server that keeps it open is left. */
const exchange = ({ origin }: Server, parts: Part[]) =>
  new Promise<{ statuses: number[]; text: string }>((resolve) => {
    const { hostname, port } = new URL(origin)
    const socket = net.connect({ host: hostname, port: Number(port) })
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk) => {
      text += chunk
    })
    // What the server refuses to read comes back as a reset.
    socket.on('error', () => {})
    socket.once('close', () =>
      resolve({ statuses: [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status)), text }),
    )
    socket.setTimeout(patience, () => socket.destroy())
    const send = async () => {
      for (const part of parts) {
        if (part === silence) socket.end()
        else if (typeof part === 'number') await setTimeout(part)
        else socket.write(part, 'latin1')
      }
    }
    void send()
  })

const lines = (...all: string[]) => `${all.join('\r\n')}\r\n\r\n`
const authorization = `Authorization: Bearer ${adminKey}`
const list = `${basePath}/companies?limit=1`
const record = `${basePath}/companies/5b0e6c1a-93d7-4f0e-8a42-7c19e0d4b6f3`
const get = (target: string, ...headers: string[]) =>
  lines(`GET ${target} HTTP/1.1`, 'Host: x', authorization, ...headers)
const put = (...headers: string[]) =>
  lines(`PUT ${record} HTTP/1.1`, 'Host: x', authorization, 'Content-Type: application/json', ...headers)

/** What no server may take for a request of its own: the part that is hidden in another one. */
const hidden = get('/hidden', 'Connection: close')
const last = get(list, 'Connection: close')

const text = (length: number) =>
  lines(`PUT ${record} HTTP/1.1`, 'Host: x', authorization, 'Content-Type: text/plain', `Content-Length: ${length}`) +
  'x'.repeat(length)

/** Broken or ambiguous messages, and the statuses that their connection may be answered with. */
const malformed: [name: string, parts: Part[], statuses: number[]][] = [
  [
    'Content-Length and Transfer-Encoding',
    [put('Content-Length: 5', 'Transfer-Encoding: chunked'), '0\r\n\r\n', hidden],
    [400],
  ],
  [
    'Transfer-Encoding and Content-Length',
    [put('Transfer-Encoding: chunked', 'Content-Length: 5'), '0\r\n\r\n', hidden],
    [400],
  ],
  ['two Content-Lengths', [put('Content-Length: 2', 'Content-Length: 200'), '{}', hidden], [400]],
  ['a list of Content-Lengths', [put('Content-Length: 2, 200'), '{}', hidden], [400]],
  ['a signed Content-Length', [put('Content-Length: +2'), '{}', hidden], [400]],
  ['a hexadecimal Content-Length', [put('Content-Length: 0x2'), '{}', hidden], [400]],
  ['a Content-Length past 64 bits', [put(`Content-Length: ${'9'.repeat(30)}`), '{}', hidden], [400]],
  ['an obscured Transfer-Encoding', [put('Transfer-Encoding: xchunked'), '0\r\n\r\n', hidden], [400]],
  ['chunked not last', [put('Transfer-Encoding: chunked, identity'), '0\r\n\r\n', hidden], [400]],
  ['Transfer-Encoding with a blank before the colon', [put('Transfer-Encoding : chunked'), '0\r\n\r\n', hidden], [400]],
  ['a vertical tab before chunked', [put('Transfer-Encoding: \vchunked'), '0\r\n\r\n', hidden], [400]],
  ['a chunk size that is no number', [put('Transfer-Encoding: chunked'), 'zz\r\n{}\r\n0\r\n\r\n', hidden], [400]],
  ['a negative chunk size', [put('Transfer-Encoding: chunked'), '-1\r\n{}\r\n0\r\n\r\n', hidden], [400]],
  ['a chunk size past 64 bits', [put('Transfer-Encoding: chunked'), `${'f'.repeat(20)}\r\n{}\r\n`, hidden], [400]],
  ['a chunk longer than it says', [put('Transfer-Encoding: chunked'), '2\r\n{"a":1}\r\n0\r\n\r\n', hidden], [400]],
  ['a chunk that ends in a bare line feed', [put('Transfer-Encoding: chunked'), '2\n{}\n0\n\n', hidden], [400]],
  [
    'a chunk extension of 64 KiB',
    [put('Transfer-Encoding: chunked'), `2;${'a'.repeat(65_536)}\r\n{}\r\n0\r\n\r\n`],
    [413, 400],
  ],
  ['a folded header', [lines(`GET ${list} HTTP/1.1`, 'Host: x', 'X-A: b', ' c', authorization)], [400]],
  ['a header without a colon', [lines(`GET ${list} HTTP/1.1`, 'Host: x', 'nothing', authorization)], [400]],
  ['a header without a name', [lines(`GET ${list} HTTP/1.1`, 'Host: x', ': b', authorization)], [400]],
  ['NUL in a header', [get(list, 'X-A: a\0b')], [400]],
  ['a bare carriage return in a header', [get(list, 'X-A: a\rX-B: c')], [400]],
  ['bare line feeds', [`GET ${list} HTTP/1.1\nHost: x\n${authorization}\n\n`], [400, 200]],
  ['headers of 64 KiB', [get(list, `X-A: ${'a'.repeat(65_536)}`)], [431]],
  ['ten thousand headers', [get(list, ...Array.from({ length: 10_000 }, (_, index) => `X-${index}: a`))], [431]],
  ['an address of 64 KiB', [get(`${list}&search=${'a'.repeat(65_536)}`)], [431]],
  ['no Host', [lines(`GET ${list} HTTP/1.1`, authorization)], [400]],
  ['two Hosts', [get(list, 'Host: evil.example')], [400]],
  ['a Host with a path', [lines(`GET ${list} HTTP/1.1`, 'Host: evil.example/admin?', authorization)], [400]],
  ['a Host with a user', [lines(`GET ${list} HTTP/1.1`, 'Host: a@evil.example', authorization)], [400]],
  ['an unknown method', [lines(`BREW ${list} HTTP/1.1`, 'Host: x', authorization)], [400]],
  ['HTTP/9.9', [lines(`GET ${list} HTTP/9.9`, 'Host: x', authorization)], [400]],
  ['the preface of HTTP/2', ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'], [400]],
  ['a TLS greeting', [Buffer.from('16030100a5010000a10303', 'hex')], [400]],
  ['random bytes', [Buffer.from(Array.from({ length: 500 }, (_, index) => (index * 7919) % 256))], [400]],
  ['a blank in the address', [lines(`GET ${list} b HTTP/1.1`, 'Host: x', authorization)], [400]],
  ['bytes above ASCII in the address', [get(`${basePath}/companies?search=\xff\xfe`)], [400]],
  ['CONNECT', [lines('CONNECT evil.example:443 HTTP/1.1', 'Host: evil.example:443', authorization)], [405]],
  ['TRACE', [lines(`TRACE ${list} HTTP/1.1`, 'Host: x', authorization)], [405]],
  ['an upgrade', [get(list, 'Connection: Upgrade', 'Upgrade: websocket')], [200]],
  [
    'an upgrade to HTTP/2',
    [get(list, 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAA')],
    [200],
  ],
  ['Expect of something else', [get(list, 'Expect: 200-maybe')], [417]],
  ['half a request, then silence', [`GET ${list} HTTP/1.1\r\nHost: x\r\n`, silence], [400]],
  ['half a body, then silence', [put('Content-Length: 100'), '{"name":', silence], [400]],
]

/** Unusual, and right: each is answered as often as it asks. */
const wellFormed: [name: string, parts: Part[], statuses: number[]][] = [
  ['three pipelined requests', [get(list) + get('/healthz') + last], [200, 200, 200]],
  ['a request byte by byte', [...last], [200]],
  [
    'a chunked body in single bytes',
    [put('Transfer-Encoding: chunked', 'Connection: close'), ...'1\r\n{\r\n1\r\n}\r\n0\r\n\r\n'],
    [404],
  ],
  ['a body of 3 MiB that is refused', [text(3 * 2 ** 20)], [413]],
  ['a large body that is refused, and another request later', [text(300_000), 1500, last], [415, 200]],
  ['the absolute form', [get(`http://evil.example${list}`, 'Connection: close')], [200]],
  [
    'an answer to Expect: 100-continue',
    [put('Content-Length: 2', 'Expect: 100-continue', 'Connection: close'), '{}'],
    [100, 404],
  ],
]

/** Addresses outside of the API; none may show a file that is not the web app's, or more than a problem. */
const elsewhere = [
  ...['/../../package.json', '/assets/../../server/cli.js', '/%2e%2e/%2e%2e/package.json', '/..%2f..%2fpackage.json'],
  ...['/assets/..%5c..%5cpackage.json', '//etc/passwd', '/assets//etc/passwd', '/file:///etc/passwd', '/.git/config'],
  ...['/assets/%00', '/%00', '/%ff%fe', '/%', '/index.html.br', '/.env', '/secret', '/data/secret', '/__proto__'],
  ...[
    '/constructor',
    '/hasOwnProperty',
    '/session/../healthz',
    '/session/x',
    '/healthz/x',
    '/metrics',
    '/server/cli.js',
  ],
  ...[
    '/?%',
    `/${'a'.repeat(8000)}`,
    '/readyz?x=%',
    '/session?key=x',
    '*',
    'http:',
    'http://',
    'http://a:b@evil.example/',
  ],
]
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']

/** An API server behind the gateway that tells what reached it. */
const recording = async () => {
  const seen: string[] = []
  const server = http.createServer(async (request, response) => {
    seen.push(`${request.method} ${request.url} at ${request.headers.host}`)
    await request.toArray()
    response.end('{"data":{}}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, seen, stop: () => new Promise((resolve) => server.close(resolve)) }
}

const withServer = async <T>(environment: Record<string, string>, work: (server: Server) => Promise<T>) => {
  const { folder, remove } = await createTempFolder()
  const file = path.join(folder, 'log')
  const server = await startServer(folder, { LOG_LEVEL: 'debug', QUARTERDECK_DEMO: '0.05', ...environment }, file)
  try {
    const result = await work(server)
    expect((await fetch(`${server.origin}/healthz`)).status).toBe(200)
    const log = await fs.readFile(file, 'utf8')
    expect(log).not.toContain(adminKey)
    expect(log.split('\n').filter((line) => /"level":[56]0/.test(line))).toEqual([])
    return result
  } finally {
    await server.stop()
    await remove()
  }
}

const outside = /"dependencies"|root:.*:0:0|\[core\]|QUARTERDECK_|createServer/

experiment('What is no clear HTTP is refused, and hides no second request', () =>
  withServer({}, async (server) => {
    const wrong: string[] = []
    for (const [name, parts, expected] of malformed) {
      const { statuses, text } = await exchange(server, parts)
      const isRefused =
        statuses.length === Math.min(1, expected.length) && statuses.every((status) => expected.includes(status))
      if (!isRefused || leak.test(text)) wrong.push(`${name}: ${statuses} instead of ${expected}`)
    }
    for (const [name, parts, expected] of wellFormed) {
      const { statuses } = await exchange(server, parts)
      if (String(statuses) !== String(expected)) wrong.push(`${name}: ${statuses} instead of ${expected}`)
    }
    expect(wrong).toEqual([])
    return {
      harm: 'raw sockets: smuggling, bad chunks, broken and huge headers, other protocols, pipelines',
      count: `${malformed.length} malformed and ${wellFormed.length} unusual messages`,
      result: 'the malformed refused with 400, 413, 417 or 431, none answered twice; the unusual answered',
    }
  }),
)

experiment('The gateway’s own addresses show nothing but the web app', () =>
  withServer({}, async (server) => {
    const wrong: string[] = []
    for (const target of elsewhere)
      for (const method of methods) {
        const { statuses, text } = await exchange(server, [
          lines(`${method} ${target} HTTP/1.1`, 'Host: x', 'Accept: */*', 'Connection: close', 'Content-Length: 0'),
        ])
        const isFine = statuses.length === 1 && statuses[0] !== undefined && statuses[0] < 500
        if (!isFine || outside.test(text) || leak.test(text))
          wrong.push(`${method} ${target.slice(0, 80)}: ${statuses}`)
      }
    expect(wrong).toEqual([])
    return {
      harm: 'path traversal, encoded and absolute addresses, every method',
      count: `${elsewhere.length * methods.length} requests`,
      result: 'no 5xx, no file but the web app’s',
    }
  }),
)

experiment('In front of another server it is no open proxy', async () => {
  const [upstream, other] = [await recording(), await recording()]
  const targets = [
    `http://${other.host}${basePath}/companies`,
    `http://${other.host}/admin`,
    `//${other.host}${basePath}/companies`,
    `${basePath}/../../../admin`,
    `${basePath}/%2e%2e/%2e%2e/%2e%2e/admin`,
    `${basePath}/..%2f..%2fadmin`,
    `${basePath}/..\\..\\admin`,
    `${basePath}//${other.host}/`,
    `${basePath}/@${other.host}/`,
    `${basePath}/companies/http://${other.host}/`,
    `${basePath}/companies?next=http://${other.host}/`,
    `${basePath}/companies#@${other.host}/`,
    `@${other.host}${basePath}/companies`,
  ]
  const sent = await withServer(
    { QUARTERDECK_UPSTREAM: `http://${upstream.host}`, QUARTERDECK_ADMIN_KEY: '' },
    async (server) => {
      const headers = [`Host: ${other.host}`, `X-Forwarded-Host: ${other.host}`, `Forwarded: host=${other.host}`]
      let sent = 0
      for (const target of targets)
        for (const method of ['GET', 'PUT', 'OPTIONS', 'CONNECT']) {
          await exchange(server, [
            lines(`${method} ${target} HTTP/1.1`, ...headers, authorization, 'Connection: close', 'Content-Length: 2'),
            '{}',
          ])
          sent += 1
        }
      for (const [, parts] of malformed) await exchange(server, parts)
      return sent + malformed.length
    },
  )
  await Promise.all([upstream.stop(), other.stop()])
  expect(other.seen).toEqual([])
  expect(upstream.seen.length).toBeGreaterThan(0)
  for (const line of upstream.seen) expect(line).toMatch(new RegExp(`^[A-Z]+ ${basePath}/\\S* at ${upstream.host}$`))
  expect(upstream.seen.filter((line) => line.includes('/hidden') || /\/admin|\.\./.test(line))).toEqual([])
  return {
    harm: 'other hosts in address, Host and forwarding headers; ways out of the API’s path; smuggling',
    count: `${sent} requests`,
    result: `${upstream.seen.length} reached the other server, all below the API’s path; none went elsewhere`,
  }
})
