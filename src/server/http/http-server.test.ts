import { once } from 'node:events'
import net from 'node:net'
import { setTimeout } from 'node:timers/promises'
import zlib from 'node:zlib'
import { Hono } from 'hono'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ApiEnv, limitBody, observeRequests } from '../api/middleware'
import { streamed } from '../ssr/streamed-response'
import { thorough } from '../testing/thorough'
import { createHttpServer } from './http-server'

let serving: ReturnType<typeof createHttpServer>
let answer: (request: Request) => Response | Promise<Response>
const asked: string[] = []
const lines: string[] = []
const log = pino({}, { write: (line) => lines.push(line) })

beforeEach(async () => {
  asked.length = 0
  lines.length = 0
  answer = ({ url }) => new Response(url)
  serving = createHttpServer(async (request) => {
    asked.push(request.method)
    return answer(request)
  }, log)
  serving.server.listen(0, '127.0.0.1')
  await once(serving.server, 'listening')
})
afterEach(() => {
  vi.useRealTimers()
  return serving.stop()
})

/** A connection on which these lines were sent, byte for byte. */
const send = (...lines: string[]) => {
  const { port } = serving.server.address() as net.AddressInfo
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.write([...lines, '', ''].join('\r\n'))
  return socket
}

/** That the answer names a request ID, which is in the log. */
const expectLogged = (answer: string, status: number) => {
  const requestId = /^x-request-id: (.+?)\r?$/im.exec(answer)?.[1]
  expect(JSON.parse(/{.*}/.exec(answer)?.[0] ?? '')).toMatchObject({ status, requestId })
  expect(answer).toMatch(/^x-content-type-options: nosniff\r?$/im)
  expect(answer).toMatch(/^content-security-policy: default-src 'none'/im)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ requestId, status, msg: 'request refused' }])
}

const whole = async (socket: net.Socket) => Buffer.concat(await socket.toArray()).toString()

describe('Requests outside the Fetch API', () => {
  it.each([
    ['TRACE', 'TRACE /api/public/v1/companies HTTP/1.1'],
    ['CONNECT', 'CONNECT elsewhere.example:443 HTTP/1.1'],
  ])('refuses %s before anything else', async (method, line) => {
    const text = await whole(
      send(line, 'Host: localhost', 'Cookie: quarterdeck_session=any', 'Authorization: Bearer any'),
    )
    expect(text).toMatch(/^HTTP\/1\.1 405 Method Not Allowed\r\n/)
    expect(text).toMatch(/^allow: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS\r$/im)
    expect(text).toContain(`${method} is not supported.`)
    expectLogged(text, 405)
    expect(asked).toEqual([])
  })

  it('answers HTTP/1.0 without a Host, as load balancers send it', async () => {
    const text = await whole(send('GET /readyz HTTP/1.0'))
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(text).toContain('http://localhost/readyz')
  })
})

describe('A path with dot segments', () => {
  it.each(['/api/public/v1/companies/../me', '/a/%2e%2E/b', '/a/.', '/.%2e?b', 'http://localhost/a/../b'])(
    'is nothing that exists: %s',
    async (target) => {
      const text = await whole(send(`GET ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close'))
      expect(text).toMatch(/^HTTP\/1\.1 404 /)
      expectLogged(text, 404)
      expect(asked).toEqual([])
    },
  )

  it.each(['/a/..b/.c/d.', '/a?b=/../c', '/a/%252e%252e/b'])('is not one with dots elsewhere: %s', async (target) => {
    const text = await whole(send(`GET ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close'))
    expect(text).toContain(`http://localhost${target}`)
  })
})

describe('Requests that cannot be read', () => {
  it.each([
    ['a long address', 431, [`GET /${'x'.repeat(100_000)} HTTP/1.1`, 'Host: localhost']],
    ['a long header', 431, ['GET / HTTP/1.1', 'Host: localhost', `Cookie: ${'x'.repeat(100_000)}`]],
    ['no HTTP', 400, ['Good morning']],
    ['an address that is not encoded', 400, ['GET /?search=Café HTTP/1.1', 'Host: localhost']],
    ['two hosts', 400, ['GET / HTTP/1.1', 'Host: localhost', 'Host: elsewhere.example']],
    ['no host', 400, ['GET / HTTP/1.1']],
    ['a host with a space', 400, ['GET / HTTP/1.1', 'Host: a b']],
    ['a host that is almost an IP address', 400, ['GET / HTTP/1.1', 'Host: 1.2.3.4.5']],
    ['OPTIONS of everything', 400, ['OPTIONS * HTTP/1.1', 'Host: localhost']],
    [
      'an unknown expectation',
      417,
      ['PUT / HTTP/1.1', 'Host: localhost', 'Expect: foo', 'Content-Length: 2', '', '{}'],
    ],
    [
      'a compressed transfer',
      501,
      ['PUT / HTTP/1.1', 'Host: localhost', 'Transfer-Encoding: gzip, chunked', '', '2', '{}', '0'],
    ],
    ['a broken body', 400, ['POST / HTTP/1.1', 'Host: localhost', 'Transfer-Encoding: chunked', '', 'zz', '']],
  ])('are refused with problem details: %s', async (_, status, sent) => {
    answer = async (request) => new Response(await request.text())
    const text = await whole(send(...sent))
    const [head = ''] = text.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(head).toMatch(/^content-type: application\/problem\+json\r?$/im)
    expect(head).toMatch(/^connection: close\r?$/im)
    expect(head).toMatch(/^date: /im)
    expectLogged(text, status)
  })

  it('are told how to write an address that is not encoded', async () => {
    const text = await whole(send('GET /?search=Café HTTP/1.1', 'Host: localhost'))
    expect(text).toContain('%C3%A9')
  })

  it('are refused for their last header, however many come before it', async () => {
    const text = await whole(send('GET / HTTP/1.1', 'Host: localhost', ...Array(1100).fill('a:'), 'Host: b.example'))
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
  })

  it.each([
    ['two hosts', ['Host: localhost', 'Host: elsewhere.example']],
    ['no host', ['Accept: */*']],
    ['a host with a space', ['Host: a b']],
  ])('are refused after their body, so that the answer arrives: %s', async (_, headers) => {
    const parts = Array.from({ length: 10 }, () => 'x'.repeat(10_000))
    const socket = send('PUT / HTTP/1.1', ...headers, 'Content-Length: 100000')
    socket.pause()
    for (const part of parts) {
      await setTimeout(10)
      socket.write(part)
    }
    const text = await whole(socket)
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expectLogged(text, 400)
  })

  it('say what a path is to OPTIONS of everything', async () => {
    expect(await whole(send('OPTIONS * HTTP/1.1', 'Host: localhost'))).toContain('needs a path that starts with /')
  })

  describe('because the body is too large', () => {
    beforeEach(() => {
      const app = new Hono<ApiEnv>().use(limitBody).onError(() => new Response('too large', { status: 413 }))
      answer = (request) => app.fetch(request)
    })
    const body = 'x'.repeat(3_000_000)
    const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
    const head = (...headers: string[]) => ['PUT / HTTP/1.1', 'Host: localhost', ...headers, '', ''].join('\r\n')

    it.each([
      ['of a known length', [`Content-Length: ${body.length}`], body],
      ['in chunks', ['Transfer-Encoding: chunked'], chunked],
      ['after 100 Continue', [`Content-Length: ${body.length}`, 'Expect: 100-continue'], body],
    ])('leave the connection to the next request: %s', async (_, headers, sent) => {
      // A machine that is held up would take the body for one that doesn't end.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const next = ['GET /next HTTP/1.1', 'Host: localhost', 'Connection: close']
      const text = await whole(send(`${head(...headers)}${sent}${next[0]}`, ...next.slice(1)))
      expect(text.match(/HTTP\/1\.1 (?!100)\d+|^connection: \S+/gim)).toEqual([
        'HTTP/1.1 413',
        'Connection: keep-alive',
        'HTTP/1.1 404',
        'Connection: close',
      ])
    })

    it('close the connection where the body does not end', async () => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const socket = send('PUT / HTTP/1.1', 'Host: localhost', 'Content-Length: 2000000', '', 'x')
      await expect.poll(() => vi.getTimerCount()).toBe(1)
      vi.advanceTimersByTime(2000)
      const text = await whole(socket)
      expect(text).toMatch(/^HTTP\/1\.1 413 /)
      expect(text).toMatch(/^connection: close\r$/im)
    })
  })

  it('do not take the place of the answers before them', async () => {
    const refused = once(serving.server, 'clientError')
    answer = async ({ url }) => {
      await refused
      return new Response(url)
    }
    const put = ['PUT /first HTTP/1.1', 'Host: localhost', 'Content-Length: 2', '', '{}GET /second HTTP/1.1']
    const text = await whole(send(...put, 'Host: localhost', '', 'Good morning'))
    expect(text.match(/HTTP\/1\.1 \d+|http:\/\/\S+?(?=HTTP|$)/g)).toEqual([
      'HTTP/1.1 200',
      'http://localhost/first',
      'HTTP/1.1 200',
      'http://localhost/second',
    ])
  })

  it('are not answered in the midst of another answer', async () => {
    let finish = () => {}
    const start = (parts: ReadableStreamDefaultController) => {
      parts.enqueue(Buffer.from('first part'))
      finish = () => {
        parts.enqueue(Buffer.from('last part'))
        parts.close()
      }
    }
    answer = () => new Response(new ReadableStream({ start }))
    const socket = send('GET / HTTP/1.1', 'Host: localhost')
    let text = ''
    socket.on('data', (part) => {
      text += part
    })
    await expect.poll(() => text).toContain('first part')
    socket.write('Good morning\r\n\r\n')
    await once(serving.server, 'clientError')
    finish()
    await once(socket, 'end')
    expect(text).toContain('last part')
    expect(lines).toEqual([])
    expect(text.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })
})

describe('A page in two parts', () => {
  const unpack = { br: zlib.createBrotliDecompress, gzip: zlib.createGunzip }

  it.each(['br', 'gzip'] as const)(
    'sends the first part while the second is made, through proxies too, in %s',
    async (encoding) => {
      let finish = (_: string) => {}
      const second = new Promise<string>((resolve) => {
        finish = resolve
      })
      answer = (request) => streamed(request, { 'content-type': 'text/html' }, ['<p>first</p>', second])
      const socket = send('GET / HTTP/1.0', 'Host: localhost', `Accept-Encoding: ${encoding}`)
      let head = ''
      while (!head.includes('\r\n\r\n')) head += (await once(socket, 'data'))[0].toString('latin1')
      expect(head).toMatch(/^x-accel-buffering: no\r$/im)
      expect(head).toMatch(new RegExp(`^content-encoding: ${encoding}\r$`, 'im'))
      const text = unpack[encoding]()
      text.write(Buffer.from(head.slice(head.indexOf('\r\n\r\n') + 4), 'latin1'))
      socket.pipe(text)
      expect(String((await once(text, 'data'))[0])).toBe('<p>first</p>')
      finish('<p>second</p>')
      expect(String((await once(text, 'data'))[0])).toBe('<p>second</p>')
    },
  )
})

describe('A stop', () => {
  it('logs each request whose connection was closed before its answer', thorough, async () => {
    let finish = (_: Response) => {}
    const slow = new Promise<Response>((resolve) => {
      finish = resolve
    })
    const app = new Hono<ApiEnv>().use(observeRequests(() => {}, log)).get('*', () => slow)
    answer = (request) => app.fetch(request)
    const received = once(serving.server, 'request')
    send('GET /slow HTTP/1.1', 'Host: localhost').on('error', () => {})
    const [, response] = await received
    const closed = once(response, 'close')
    serving.server.closeAllConnections()
    await closed
    finish(new Response('late'))
    await serving.stop()
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ status: 200, outcome: 'connection closed before the answer was sent', msg: 'request' }),
    ])
  })

  it('finishes accepted requests, closes their connections and accepts no more', async () => {
    let finish = () => {}
    const slowAnswer = new Promise<Response>((resolve) => {
      finish = () => resolve(new Response('late'))
    })
    answer = ({ url }) => (url.endsWith('/slow') ? slowAnswer : new Response('soon'))
    const slow = send('GET /slow HTTP/1.1', 'Host: localhost')
    await expect.poll(() => asked.length).toBe(1)

    const stopped = serving.stop()
    expect(serving.isStopping()).toBe(true)
    const soon = await whole(send('GET /soon HTTP/1.1', 'Host: localhost'))
    expect(soon).toMatch(/^connection: close\r$/im)
    expect(soon).toContain('soon')

    const { port } = serving.server.address() as net.AddressInfo
    await expect.poll(() => serving.server.listening).toBe(false)
    const [refused] = await once(net.connect(port, '127.0.0.1'), 'error')
    expect(refused.code).toBe('ECONNREFUSED')

    finish()
    const late = await whole(slow)
    expect(late).toMatch(/^connection: close\r$/im)
    expect(late).toContain('late')
    await stopped
  })

  it('accepts connections until a load balancer that asks for /readyz has been told three times', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const isAnswered = async (...lines: string[]) =>
      (await whole(send('GET /readyz HTTP/1.1', 'Host: localhost', ...lines))).includes('200 OK')
    const keptOpen = [send('GET /readyz HTTP/1.1', 'Host: localhost')]
    await expect.poll(() => asked.length).toBe(1)
    vi.advanceTimersByTime(2000)
    keptOpen.push(send('GET /readyz HTTP/1.1', 'Host: localhost'))
    await expect.poll(() => asked.length).toBe(2)
    const stopped = serving.stop()
    for (const socket of keptOpen) socket.end()
    for (let told = 0; told < 3; told++) {
      for (let step = 0; step < 10; step++) {
        vi.advanceTimersByTime(200)
        // A visitor who asks through the balancer tells it nothing, but comes until the balancer sends no one.
        expect(await isAnswered('X-Forwarded-For: 192.0.2.1')).toBe(true)
      }
      // Longer than a stop waits where no one asks.
      vi.advanceTimersByTime(300)
      expect(serving.server.listening).toBe(true)
      expect(await isAnswered()).toBe(true)
    }
    vi.advanceTimersByTime(1000)
    await expect.poll(() => serving.server.listening).toBe(false)
    vi.useRealTimers()
    await stopped
  })
})
