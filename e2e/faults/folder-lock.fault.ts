import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { adminKey } from '../support/instance'
import { experiment, Lacking } from './support/experiment'
import { createTempFolder, startServer } from './support/owned'
import { startWriters } from './support/writers'

const execute = promisify(execFile)

const environment = { QUARTERDECK_DEMO: 'off', QUARTERDECK_RATE_LIMIT: '0' }

/** A data folder whose path is longer than the path of a socket may be. */
const longFolder = async () => {
  const { folder } = await createTempFolder()
  const long = path.join(folder, 'a-folder-with-a-long-name/'.repeat(8))
  await fs.cp(process.env.E2E_SAMPLE ?? '', long, { recursive: true })
  return long
}

/** Starts the program where it should be refused; resolves to what it says. One that starts is ended after 20 seconds. */
const startRefused = async (folder: string, prefix: string[] = []) => {
  const { folder: temporary } = await createTempFolder()
  const [command = '', ...rest] = [...prefix, process.execPath, 'dist/server/cli.js']
  const env = {
    ...environment,
    PATH: process.env.PATH,
    PORT: '0',
    TMPDIR: temporary,
    QUARTERDECK_DATA: folder,
    QUARTERDECK_ADMIN_KEY: adminKey,
  }
  const said = await execute(command, rest, { env, timeout: 20_000, killSignal: 'SIGKILL' }).catch((error) => error)
  return String(said.stderr)
}

const refusals = 5
const kills = 20

experiment('Two processes never use one data folder (PGlite)', async () => {
  const folder = await longFolder()
  const container = ['unshare', '--pid', '--net', '--uts', '--mount-proc', '--fork', '--kill-child']
  await execute(container[0] ?? '', [...container.slice(1), 'true']).catch(() => {
    throw new Lacking('Another container is stood for by namespaces of its own, and this user may not make them.')
  })
  let server = await startServer(folder, environment)
  const writers = await startWriters(server.origin)
  const stop = new AbortController()
  const writing = writers.write(server.origin, stop.signal)
  for (let round = 0; round < refusals; round++)
    for (const prefix of [[], container]) {
      // Everything but the database and the secret, whatever of it may be a lock.
      for (const name of await fs.readdir(folder))
        if (!/^(database|secret)/.test(name)) await fs.rm(path.join(folder, name), { recursive: true })
      expect(await startRefused(folder, prefix)).toContain('Another Quarterdeck is already using the data folder')
    }
  stop.abort()
  await writing
  await writers.verify(server.origin)
  const written = writers.answered()
  for (let kill = 0; kill < kills; kill++) {
    await server.kill('SIGKILL')
    server = await startServer(folder, environment)
  }
  await writers.verify(server.origin)
  return {
    harm: 'a second start under writes, on a path of 240 bytes, with another TMPDIR, in other PID, network and host name namespaces, after every file that could be a lock was deleted; kill -9',
    count: `${refusals * 2} second starts, ${written} writes answered; ${kills} kills`,
    result:
      'every second start was refused with a sentence, every write is there once; each start after a kill opened at once',
  }
})
