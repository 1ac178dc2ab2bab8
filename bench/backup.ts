import { spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { hasPostgres, startCluster } from '../e2e/support/cluster'
import { adminKey, type Server, startServer } from '../e2e/support/instance'
import { basePath } from '../src/contract/core/base-path'
import { build } from '../src/scripts/steps.js'
import { createTempFolder } from '../src/server/testing/temp-folder'
import { loaded } from './data'

/**
 * npm run bench:backup -- --rows 1000000
 *
 * Backs up an embedded database with this many NPS responses while its server answers reads, restores it into both engines, and
 * does the same from PostgreSQL. Memory is the most that the process has had.
 */
const { rows } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } }).values

const residentOf = async (pid: number, what: 'VmHWM' | 'VmRSS') => {
  const status = await fs.readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024
}

const environmentOf = (environment: Record<string, string>) => ({ PATH: process.env.PATH ?? '', ...environment })

/** Runs a command of the built program. */
const run = async (words: string[], environment: Record<string, string>) => {
  const begun = performance.now()
  const child = spawn(process.execPath, ['dist/server/cli.js', ...words], {
    env: environmentOf(environment),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
  })
  let megabytes = 0
  const watch = setInterval(async () => {
    megabytes = Math.max(megabytes, await residentOf(child.pid ?? 0, 'VmHWM'))
  }, 50)
  const code = await new Promise((resolve) => child.once('close', resolve))
  clearInterval(watch)
  if (code !== 0) throw new Error(`quarterdeck ${words.join(' ')} ended with ${code}.`)
  return { said, megabytes, seconds: (performance.now() - begun) / 1000 }
}

const print = (what: string, count: number, seconds: number, megabytes: number) =>
  console.log(`| ${what} | ${seconds.toFixed(1)} | ${Math.round(count / seconds)} | ${megabytes.toFixed(0)} |`)

/** Asks for a page again and again; resolves to the longest wait in milliseconds. */
const ask = async ({ origin }: Server, signal: AbortSignal) => {
  let longest = 0
  while (!signal.aborted) {
    const begun = performance.now()
    const response = await fetch(`${origin}${basePath}/companies?limit=20`, {
      headers: { authorization: `Bearer ${adminKey}` },
    })
    await response.arrayBuffer()
    if (response.status !== 200) throw new Error(`A read during the backup was answered with ${response.status}.`)
    longest = Math.max(longest, performance.now() - begun)
  }
  return longest
}

/** Backs up what a running server uses, and reads the archive again. Returns its number of rows. */
const backUp = async (engine: string, file: string, environment: Record<string, string>) => {
  const server = await startServer(environment.QUARTERDECK_DATA ?? '', {
    ...environment,
    QUARTERDECK_DEMO: 'off',
    QUARTERDECK_RATE_LIMIT: '0',
  })
  try {
    const before = await residentOf(server.pid, 'VmRSS')
    const stop = new AbortController()
    const asking = ask(server, stop.signal)
    const backup = await run(['backup', file], environment)
    const after = await residentOf(server.pid, 'VmHWM')
    stop.abort()
    const longest = await asking
    const verified = await run(['verify', file], {})
    const count = Number(/(\S+) rows/.exec(verified.said)?.[1]?.replaceAll(',', ''))
    const megabytes = (await fs.stat(file)).size / 1e6
    print(`backup of ${engine}, the command`, count, backup.seconds, backup.megabytes)
    print(`verify (${megabytes.toFixed(0)} MB)`, count, verified.seconds, verified.megabytes)
    console.log(
      `Server: ${before.toFixed(0)} MB before, at most ${after.toFixed(0)}; the slowest read took ${longest.toFixed(0)} ms. ${count} rows.`,
    )
    return count
  } finally {
    await server.stop()
  }
}

if (!(await build())) throw new Error('The build failed.')
const place = await loaded(undefined, Number(rows))
const { folder, remove } = await createTempFolder(os.tmpdir())
// PostgreSQL runs as another user.
await fs.chmod(folder, 0o755)
const cluster = (await hasPostgres()) ? await startCluster({ place: folder }) : null
try {
  console.log('| | seconds | rows a second | memory, MB |\n|---|---:|---:|---:|')
  const file = `${folder}/of-embedded.tar.gz`
  const count = await backUp('the embedded engine', file, { QUARTERDECK_DATA: place.folder })
  const restore = async (from: string, to: string, archive: string, environment: Record<string, string>) => {
    const { seconds, megabytes } = await run(['restore', archive], environment)
    print(`restore of ${from} into ${to}`, count, seconds, megabytes)
  }
  await restore('embedded', 'embedded', file, { QUARTERDECK_DATA: `${folder}/restored` })
  if (cluster) {
    const onPostgres = { QUARTERDECK_DATA: `${folder}/of-postgres`, DATABASE_URL: cluster.url }
    await restore('embedded', 'PostgreSQL', file, onPostgres)
    await backUp('PostgreSQL', `${folder}/of-postgres.tar.gz`, onPostgres)
  }
} finally {
  await cluster?.remove()
  await remove()
}
