import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { pgbouncer } from '../../scripts/pgbouncer.js'
import { freePort } from './free-port'
import { createTempFolder } from './temp-folder'

export const hasPooler = pgbouncer !== undefined

export type PoolMode = 'session' | 'transaction'

export type Pooler = {
  port: string
  start: () => Promise<void>
  kill: () => Promise<void>
  remove: () => Promise<void>
}

/** PgBouncer in front of the server at `url`, with Debian's configuration but for the addresses and `settings`. */
export const startPooler = async (
  url: string,
  pool_mode: PoolMode | 'statement',
  settings: Record<string, string | number> = {},
): Promise<Pooler> => {
  const { folder, remove } = await createTempFolder()
  const { hostname, port, username } = new URL(url)
  const listenPort = await freePort()
  const file = path.join(folder, 'pgbouncer.ini')
  const users = path.join(folder, 'users')
  await fs.writeFile(users, `"${username}" ""\n`)
  const all = {
    ...{ listen_addr: '127.0.0.1', listen_port: listenPort, unix_socket_dir: '', pool_mode },
    ...{ auth_type: 'trust', auth_file: users, ...settings },
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}\n`)
  await fs.writeFile(file, `[databases]\n* = host=${hostname} port=${port || 5432}\n\n[pgbouncer]\n${lines.join('')}`)
  // It refuses to run as root.
  const asRoot = process.getuid?.() === 0
  if (asRoot) for (const name of [folder, file, users]) await fs.chmod(name, 0o755)
  const command = [pgbouncer ?? '', '--quiet', file]
  const [name = '', ...parameters] = asRoot
    ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command]
    : command
  let child: ChildProcess
  const start = async () => {
    child = spawn(name, parameters, { stdio: 'ignore' })
    while (!(await accepts(listenPort))) {
      if (child.exitCode !== null) throw new Error(`PgBouncer ended with code ${child.exitCode}.`)
      await after(10)
    }
  }
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    port: String(listenPort),
    start,
    kill,
    remove: async () => {
      await kill()
      await remove()
    },
  }
}

/** A database's address through the pooler at `port`. */
export const through = (url: string, port: string) => {
  const pooled = new URL(url)
  pooled.host = `127.0.0.1:${port}`
  return pooled.href
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => resolve(true) ?? socket.destroy())
    socket.once('error', () => resolve(false))
  })
