import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { start } from '../contenders'

/** The URL of one of the apps, and its API's latency. */
export type Front = { origin: string; apiDelay: number; stop: () => void }

const listening = async (server: http.Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The same proxy in front of all apps: API and session from one server, everything else from the app's own. */
export const front = async (api: string, pages: string): Promise<Front> => {
  const agent = new http.Agent({ keepAlive: true })
  const server = http.createServer((request, response) => {
    const { url = '/', method, headers } = request
    const isApi = url.startsWith('/api/')
    const pass = () =>
      request
        .pipe(http.request((isApi || /^\/session(\/|$)/.test(url) ? api : pages) + url, { method, headers, agent }))
        .once('response', (answer: http.IncomingMessage) =>
          answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers)),
        )
        .once('error', () => response.destroy())
    if (isApi && self.apiDelay > 0) setTimeout(pass, self.apiDelay)
    else pass()
  })
  const stop = () => {
    server.close()
    server.closeAllConnections()
    agent.destroy()
  }
  const self: Front = { origin: await listening(server), apiDelay: 0, stop }
  return self
}

const cache = path.join(import.meta.dirname, '../../.cache/bench')
const contenders = path.join(import.meta.dirname, '..')

/** Builds an app, compresses it, and serves it like the product. */
const serveApp = async (root: string, name: string) => {
  const outDir = path.join(cache, name)
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react()],
    build: { outDir, emptyOutDir: true, target: 'baseline-widely-available', modulePreload: { polyfill: false } },
  })
  const assets = path.join(outDir, 'assets')
  for (const name of await fs.readdir(assets)) {
    const file = path.join(assets, name)
    const content = await fs.readFile(file)
    if (content.length < 1000) continue
    await fs.writeFile(`${file}.br`, brotliCompressSync(content))
    await fs.writeFile(`${file}.gz`, gzipSync(content))
  }
  const { port, stop } = await start(process.execPath, ['--import', 'tsx', 'bench/servers/app.ts'], { FOLDER: outDir })
  return { origin: `http://127.0.0.1:${port}`, stop }
}

export const serveBare = () => serveApp(path.join(contenders, 'bare'), 'bare')

/** Installed when it is first measured, outside the project, which does not depend on it. */
export const serveReactAdmin = async () => {
  const root = path.join(cache, 'react-admin-source')
  await fs.cp(path.join(contenders, 'react-admin'), root, { recursive: true })
  await promisify(execFile)('npm', ['install', '--prefix', root, '--no-audit', '--no-fund'])
  return serveApp(root, 'react-admin')
}

const leastPage = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Companies</title><table><tbody><tr><td><a href="/companies/1">Company</a></table>`

/** A page with one row and no styles or scripts: the fastest possible paint. */
export const serveLeast = async () => {
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(leastPage)
  })
  return { origin: await listening(server), stop: () => server.close() }
}
