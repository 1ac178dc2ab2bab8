import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import { promisify } from 'node:util'
import { freePort } from '../../src/server/testing/free-port'
import { createTempFolder } from '../../src/server/testing/temp-folder'

const execute = promisify(execFile)

/** A separate PostgreSQL server, from this machine’s packages. */
export type Cluster = {
  url: string
  port: number
  folder: string
  start: () => Promise<void>
  /** smart waits for clients, fast ends their connections, immediate is a crash. */
  stop: (mode?: 'smart' | 'fast' | 'immediate') => Promise<void>
  /** Runs SQL and returns what `psql` prints, unaligned and without headings. */
  sql: (text: string) => Promise<string>
  /** Stops it and removes its files. */
  remove: () => Promise<void>
}

/** Whether PostgreSQL is installed on this machine. */
export const hasPostgres = async () => (await binaries()) !== null

/** Creates and starts an empty cluster, or with `replicaOf` a streaming replica. */
export const startCluster = async (
  o: { settings?: string[]; replicaOf?: Cluster; place?: string; environment?: Record<string, string> } = {},
): Promise<Cluster> => {
  const bin = await binaries()
  if (!bin) throw new Error('There is no PostgreSQL on this machine. Install the package postgresql.')
  const { folder, remove } = await createTempFolder(o.place)
  const port = await freePort()
  const run = (command: string, ...parameters: string[]) =>
    asPostgres(`${bin}/${command}`, parameters, folder, o.environment)
  if (process.getuid?.() === 0) await execute('chown', ['postgres', folder])
  const data = `${folder}/data`
  if (o.replicaOf) {
    const source = `postgres://postgres@127.0.0.1:${o.replicaOf.port}/postgres`
    await run('pg_basebackup', '--pgdata', data, '--dbname', source, '--write-recovery-conf', '--checkpoint', 'fast')
  } else {
    await run(
      'initdb',
      '--pgdata',
      data,
      '--auth',
      'trust',
      '--username',
      'postgres',
      '--encoding',
      'UTF8',
      '--locale',
      'C',
    )
  }
  const settings = ['listen_addresses=127.0.0.1', 'max_connections=200', ...(o.settings ?? [])]
  const options = [`-p ${port} -k ${folder}`, ...settings.map((setting) => `-c ${setting}`)].join(' ')
  const control = (...parameters: string[]) => run('pg_ctl', '--pgdata', data, '--wait', ...parameters)
  const start = async () => void (await control('--log', `${folder}/log`, '--options', options, 'start'))
  const stop = async (mode: 'smart' | 'fast' | 'immediate' = 'fast') => void (await control('--mode', mode, 'stop'))
  await start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    folder,
    start,
    stop,
    sql: (text) =>
      run('psql', '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres', '-d', 'postgres', '-qAtc', text),
    remove: async () => {
      await stop('immediate').catch(() => {})
      await remove()
    },
  }
}

const binaries = async () => {
  const root = '/usr/lib/postgresql'
  const versions = await fs.readdir(root).catch(() => [])
  const newest = versions.map(Number).sort((a, b) => b - a)[0]
  return newest ? `${root}/${newest}/bin` : null
}

/** PostgreSQL refuses to run as root. */
const asPostgres = async (
  command: string,
  parameters: string[],
  cwd: string,
  environment: Record<string, string> = {},
) => {
  const [name, all] =
    process.getuid?.() === 0
      ? ['setpriv', ['--reuid=postgres', '--regid=postgres', '--clear-groups', command, ...parameters]]
      : [command, parameters]
  const { stdout } = await execute(name, all as string[], { cwd, env: { ...process.env, ...environment } })
  return stdout.trim()
}
