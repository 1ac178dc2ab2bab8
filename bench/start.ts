import fs from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { adminKey, startServer } from '../e2e/support/instance'
import { basePath } from '../src/contract/core/base-path'
import { build } from '../src/scripts/steps.js'
import { createTempFolder } from '../src/server/testing/temp-folder'

/* How long a start takes until a request is answered, on the embedded database: the first one, which makes the sample, and later ones. */

const rounds = 5

const start = async (folder: string) => {
  const begun = performance.now()
  const server = await startServer(folder)
  const response = await fetch(`${server.origin}${basePath}/companies`, {
    headers: { authorization: `Bearer ${adminKey}` },
  })
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`The first request was answered with ${response.status}.`)
  const seconds = (performance.now() - begun) / 1000
  const status = await fs.readFile(`/proc/${server.pid}/status`, 'utf8').catch(() => '')
  const resident = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024
  await server.stop()
  return { seconds, resident }
}

const middle = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const row = (what: string, all: { seconds: number; resident: number }[]) =>
  `| ${what} | ${middle(all.map(({ seconds }) => seconds)).toFixed(2)} | ${middle(all.map(({ resident }) => resident)).toFixed(0)} |`

if (!(await build())) throw new Error('The build failed.')
const first = []
const second = []
for (let round = 0; round < rounds; round++) {
  const { folder, remove } = await createTempFolder()
  first.push(await start(folder))
  second.push(await start(folder))
  await remove()
}
console.log(
  [
    '| start, to the first answered request | seconds | resident memory, MB |',
    '|---|---:|---:|',
    row('first, makes the sample', first),
    row('later', second),
  ].join('\n'),
)
