import { basePath } from '../../../src/contract/core/base-path'
import { createTempFolder } from '../../../src/server/testing/temp-folder'
import { startCluster } from '../../support/cluster'
import { adminKey, type Server, startServer } from '../../support/instance'

type Sent = { method?: string; body?: unknown; headers?: Record<string, string> }

/** A JSON question to one instance, with the key of every scope unless the headers have another. */
export const asking =
  ({ origin }: Server) =>
  async <T>(path: string, { method, body, headers }: Sent = {}) => {
    const response = await fetch(`${origin}${basePath}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'PUT'),
      headers: {
        authorization: `Bearer ${adminKey}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, json: (await response.json().catch(() => null)) as T }
  }

const environment = {
  QUARTERDECK_DEMO: '0.05',
  QUARTERDECK_RATE_LIMIT: '0',
  QUARTERDECK_SECRET: 'a secret that all instances of an experiment share',
}

/** Instances that share their data: one over the embedded database, which takes no more, and two over PostgreSQL. */
export const setups: { engine: string; start: () => Promise<{ instances: Server[]; stop: () => Promise<void> }> }[] = [
  {
    engine: 'PGlite',
    start: async () => {
      const { folder, remove } = await createTempFolder()
      const server = await startServer(folder, environment)
      const stop = async () => {
        await server.stop()
        await remove()
      }
      return { instances: [server], stop }
    },
  },
  {
    engine: 'PostgreSQL, two instances',
    start: async () => {
      const cluster = await startCluster()
      const { folder, remove } = await createTempFolder()
      const start = () => startServer(folder, { ...environment, DATABASE_URL: cluster.url })
      const instances = [await start(), await start()]
      const stop = async () => {
        await Promise.all(instances.map((server) => server.stop()))
        await cluster.remove()
        await remove()
      }
      return { instances, stop }
    },
  },
]
