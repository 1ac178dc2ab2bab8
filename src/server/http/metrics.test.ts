import fs from 'node:fs/promises'
import { expect, it } from 'vitest'
import { freePort } from '../testing/free-port'
import { serveMetrics } from './metrics'

it.each(['docs/alerts.yaml', 'docs/dashboard.json', 'docs/operate.md'])(
  '%s names only metrics that /metrics serves',
  async (file) => {
    const port = await freePort()
    const { observe } = await serveMetrics('127.0.0.1', port)
    observe({ operation: 'List companies', status: 200, seconds: 0.01 })
    const served = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    const text = await fs.readFile(file, 'utf8')
    const named = new Set(text.match(/\b(quarterdeck_api|nodejs|process)_[a-z\d_]+\b/g))
    expect(named.size).toBeGreaterThan(2)
    for (const name of named) expect(served).toMatch(new RegExp(`^${name}[{ ]|^# TYPE ${name} `, 'm'))
  },
)
