import { once } from 'node:events'
import fs from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, it, vi } from 'vitest'
import { openBackend } from '../backend'
import { readConfig } from '../config'
import { freePort } from '../testing/free-port'
import { serveMetrics } from './metrics'

const lines: string[] = []
const log = pino({}, { write: (line) => lines.push(line) })

it.each(['docs/alerts.yaml', 'docs/dashboard.json', 'docs/operate.md'])(
  '%s names only metrics that /metrics serves',
  async (file) => {
    const port = await freePort()
    const { observe } = await serveMetrics('127.0.0.1', port, log)
    observe({ operation: 'List companies', status: 200, seconds: 0.01 })
    const served = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const text = await fs.readFile(file, 'utf8')
    const named = new Set(text.match(/\b(quarterdeck_api|nodejs|process)_[a-z\d_]+\b/g))
    expect(named.size).toBeGreaterThan(2)
    for (const name of named) expect(served).toMatch(new RegExp(`^${name}[{ ]|^# TYPE ${name} `, 'm'))
  },
)

it('counts another server’s answers, and visitors who leave before one separately', async () => {
  const observed: unknown[] = []
  const upstream = http.createServer((request, response) => {
    if (request.url?.endsWith('/companies')) response.writeHead(418).end()
    else leaving.abort()
  })
  const leaving = new AbortController()
  upstream.listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  const config = readConfig({ QUARTERDECK_UPSTREAM: `http://127.0.0.1:${(upstream.address() as AddressInfo).port}` })
  const { api } = await openBackend(
    config,
    '',
    log,
    (one) => observed.push(one),
    async () => new Response(),
  )
  await api(new Request('http://quarterdeck.example/api/public/v1/companies'))
  await api(new Request('http://quarterdeck.example/api/public/v1/goals', { signal: leaving.signal }))
  upstream.close()
  const operation = { operation: 'upstream', seconds: expect.any(Number) }
  // A visitor who leaves is no failure of the server.
  expect(observed).toEqual([
    { ...operation, status: 418 },
    { ...operation, status: 499 },
  ])
})

it('says why the metrics cannot be served, and which setting to change', async () => {
  const port = await freePort()
  await serveMetrics('127.0.0.1', port, log)
  await expect(serveMetrics('127.0.0.1', port, log)).rejects.toThrow(
    `Port ${port} is in use by another program. Stop that program, or set QUARTERDECK_METRICS_PORT to another port.`,
  )
  await expect(serveMetrics('192.0.2.1', port, log)).rejects.toThrow(
    'HOST 192.0.2.1 is not an address of this machine.',
  )
})

it('answers GET and HEAD only, and 500 while the metrics cannot be read', async () => {
  const port = await freePort()
  await serveMetrics('127.0.0.1', port, log)
  const ask = async (method: string) => {
    const { status, headers } = await fetch(`http://127.0.0.1:${port}/metrics`, { method })
    return [status, headers.get('allow')]
  }
  const failing = vi.spyOn(Registry.prototype, 'metrics').mockRejectedValue(new Error('no metrics'))
  expect(await ask('GET').finally(() => failing.mockRestore())).toEqual([500, null])
  expect(lines.join('')).toContain('no metrics')
  expect(await ask('POST')).toEqual([405, 'GET, HEAD'])
  expect(await ask('HEAD')).toEqual([200, null])
})
