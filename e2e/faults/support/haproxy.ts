import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import net from 'node:net'
import { text } from 'node:stream/consumers'
import { freePort } from '../../../src/server/testing/free-port'
import { createTempFolder } from '../../../src/server/testing/temp-folder'
import { Lacking } from './experiment'

const program = '/usr/sbin/haproxy'

/**
 * HAProxy in front of PostgreSQL servers, as people set it up: to those that say that they are primaries. A check may take
 * as long as `inter`, since `timeout check` would only shorten that; on a busy machine psql takes more than a second.
 */
export const startHaproxy = async (ports: number[]) => {
  if (!existsSync(program)) throw new Lacking('There is no HAProxy on this machine. Install the package haproxy.')
  const { folder, remove } = await createTempFolder()
  const port = await freePort()
  const [check, file, control] = [`${folder}/check`, `${folder}/haproxy.cfg`, `${folder}/control`]
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
  stats socket ${control}
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
listen postgres
  bind 127.0.0.1:${port}
  option redispatch 1
  option external-check
  external-check path "/usr/bin:/bin"
  external-check command ${check}
  default-server check inter 3s fastinter 500ms downinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${ports.map((to, index) => `  server postgres${index} 127.0.0.1:${to}`).join('\n')}
`,
  )
  const child = spawn(program, ['-q', '-db', '-f', file], { stdio: 'ignore' })
  /** Until it has checked both servers it leads to either. */
  const knows = async () => {
    const said = await states(control)
    return said.includes('PROCOK') && said.includes(',DOWN,')
  }
  while (!(await knows())) {
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

/** What HAProxy says of its servers, as CSV; empty if it does not answer. */
const states = async (control: string) => {
  const socket = net.connect(control)
  socket.end('show stat\n')
  return text(socket).catch(() => '')
}
