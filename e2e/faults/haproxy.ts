import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import net from 'node:net'
import { freePort } from '../../src/server/testing/free-port'
import { createTempFolder } from '../../src/server/testing/temp-folder'
import { Lacking } from './experiment'

const program = '/usr/sbin/haproxy'

/** HAProxy in front of PostgreSQL servers, as people set it up: to those that say that they are primaries. */
export const startHaproxy = async (ports: number[]) => {
  if (!existsSync(program)) throw new Lacking('There is no HAProxy on this machine. Install the package haproxy.')
  const { folder, remove } = await createTempFolder()
  const port = await freePort()
  const [check, file] = [`${folder}/check`, `${folder}/haproxy.cfg`]
  await fs.writeFile(
    check,
    `#!/bin/sh\n[ "$(psql -h "$3" -p "$4" -U postgres -d postgres -Atc 'select pg_is_in_recovery()')" = f ]\n`,
    { mode: 0o755 },
  )
  await fs.writeFile(
    file,
    `global
  external-check
  insecure-fork-wanted
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
listen postgres
  bind 127.0.0.1:${port}
  option external-check
  external-check path "/usr/bin:/bin"
  external-check command ${check}
  default-server check inter 500ms fall 1 rise 1 on-marked-down shutdown-sessions
${ports.map((to, index) => `  server postgres${index} 127.0.0.1:${to}`).join('\n')}
`,
  )
  const child = spawn(program, ['-q', '-db', '-f', file], { stdio: 'ignore' })
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`HAProxy ended with code ${child.exitCode}.`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    port,
    stop: async () => {
      child.kill('SIGKILL')
      await remove()
    },
  }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
