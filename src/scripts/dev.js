import { spawn } from 'node:child_process'
import net from 'node:net'
import { install, installed, requireNode, root } from './steps.js'

requireNode()
if (!(await install())) process.exit(1)

/** @returns {Promise<number>} */
const freePort = () =>
  new Promise((resolve) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {net.AddressInfo} */ (probe.address())
      probe.close(() => resolve(port))
    })
  })

// Vite listens on the usual port and proxies API requests to the server on another.
const port = Number(process.env.PORT || 4420)
const inner = await freePort()
const server = `http://127.0.0.1:${inner}`
const { createServer } = await import('vite')
const vite = await createServer({
  root,
  server: {
    host: '127.0.0.1',
    port,
    strictPort: true,
    proxy: { '^/api/': server, '^/session(/|$)': server, '^/(healthz|readyz)$': server },
  },
})
await vite.listen().catch((error) => {
  console.error(`${error.message}. Stop the other program, or set PORT to another port.`)
  process.exit(1)
})

const child = spawn(installed('tsx'), ['watch', '--clear-screen=false', 'src/server/cli.ts'], {
  cwd: root,
  env: { ...process.env, HOST: '127.0.0.1', PORT: String(inner) },
  stdio: ['ignore', 'pipe', 'inherit'],
})
child.stdout.on('data', (chunk) => process.stdout.write(String(chunk).replaceAll(server, `http://127.0.0.1:${port}`)))
child.once('exit', async (code) => {
  await vite.close()
  process.exit(code ?? 0)
})
const stop = () => child.kill('SIGTERM')
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
