import { spawn } from 'node:child_process'
import fs from 'node:fs/promises'
import path from 'node:path'
import { freePort } from '../../src/server/testing/free-port'
import { adminKey, type Server } from './instance'

type Start = (folder: string, environment?: Record<string, string>) => Promise<Server>

const prism = '@stoplight/prism-cli@5.12.0'

/**
 * Runs the console in front of Prism, a validating proxy with our own OpenAPI document, in front of a server. Stopping fails
 * if Prism found a response that violates the document. Requests that tests get wrong on purpose do not count.
 */
export const throughPrism =
  (start: Start): Start =>
  async (folder, environment) => {
    const server = await start(folder, environment)
    const document = await fetch(`${server.origin}/api/public/v1/openapi.json`, {
      headers: { authorization: `Bearer ${adminKey}` },
    })
    const front = path.join(folder, 'front')
    await fs.mkdir(front, { recursive: true })
    const file = path.join(front, 'openapi.json')
    await fs.writeFile(file, await document.text())

    const port = await freePort()
    const args = ['--yes', prism, 'proxy', file, server.origin, '--host', '127.0.0.1', '--port', String(port)]
    const child = spawn('npx', args, { detached: true, stdio: ['ignore', 'pipe', 'inherit'] })
    const exit = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    let said = ''
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk) => {
        said += chunk
        if (said.includes('Prism is listening')) resolve()
      })
      exit.then(() => reject(new Error(`Prism did not start.\n${said}`)))
    })
    const console = await start(front, { QUARTERDECK_UPSTREAM: `http://127.0.0.1:${port}`, QUARTERDECK_ADMIN_KEY: '' })

    const stop = async () => {
      await console.stop()
      if (child.pid) process.kill(-child.pid, 'SIGTERM')
      await exit
      await server.stop()
      const requests = said.match(/Forwarding/g)?.length ?? 0
      const violations = said.split('\n').filter((line) => line.includes('Violation: response'))
      await fs.appendFile(
        process.env.E2E_VALIDATED ?? '',
        `${JSON.stringify({ requests, violations: violations.length })}\n`,
      )
      if (violations.length > 0) throw new Error(`Answers that are not as the document says:\n${violations.join('\n')}`)
    }
    return { ...console, stop }
  }
