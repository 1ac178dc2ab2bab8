import { execFile, spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { key, type Place } from './data'

export type Server = { port: number; rss: () => Promise<number>; stop: () => Promise<void> }

const root = path.join(import.meta.dirname, '..')
let nextPort = Number(process.env.BENCH_PORT ?? 4470)

/** Starts a program and waits until its port accepts connections. */
export const start = async (
  command: string,
  parameters: string[],
  env: Record<string, string> = {},
): Promise<Server> => {
  const port = nextPort++
  const child = spawn(
    command,
    parameters.map((word) => word.replace('{port}', String(port))),
    {
      cwd: root,
      env: { ...process.env, NODE_ENV: 'production', PORT: String(port), ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    },
  )
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += chunk))
  const ended = new Promise<never>((_, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code}: ${errors.slice(-2000)}`)))
  })
  ended.catch(() => {})
  // Nothing keeps running after a failed benchmark.
  process.once('exit', () => {
    if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid as number), 'SIGTERM')
  })
  await Promise.race([ended, answering(port)])
  return {
    port,
    rss: async () => {
      const status = await fs.readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024
    },
    // npx starts a child process, so end the whole group.
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => resolve())
        process.kill(-(child.pid as number), 'SIGTERM')
      }),
  }
}

const answering = async (port: number) => {
  for (;;) {
    const isThere = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

export const ours = ({ url, folder }: Place) =>
  start(process.execPath, ['dist/server/cli.js'], {
    ...(url && { DATABASE_URL: url }),
    QUARTERDECK_DATA: folder,
    QUARTERDECK_DEMO: 'off',
    QUARTERDECK_ADMIN_KEY: key,
    QUARTERDECK_RATE_LIMIT: '0',
    LOG_LEVEL: 'warn',
  })

export const limit = (url: string) =>
  start(process.execPath, ['--import', 'tsx', 'bench/servers/limit.ts'], { DATABASE_URL: url })

/** npx downloads its framework, so it is no dependency. An unused part of it warns about the Node version. */
export const usual = async (url: string) => {
  const folder = path.join(root, '.cache/bench/fastify')
  await fs.mkdir(folder, { recursive: true })
  await promisify(execFile)('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', 'fastify@5.12.8'])
  return start(process.execPath, ['--import', 'tsx', 'bench/servers/usual.ts'], { DATABASE_URL: url, FASTIFY: folder })
}

/** json-server stores everything in one file; npx downloads it. */
export const jsonServer = async (rows: unknown[]): Promise<Server> => {
  const file = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'bench-')), 'db.json')
  await fs.writeFile(file, JSON.stringify({ responses: rows }))
  return start('npx', ['--yes', 'json-server@0.17.4', '--quiet', '--port', '{port}', file])
}
