import http from 'node:http'
import type { Logger } from 'pino'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Observe } from '../api/middleware'
import { listen } from './listen'

/** Prometheus metrics on their own port, because they are not for API clients. */
export const serveMetrics = async (host: string, port: number, log: Logger): Promise<{ observe: Observe }> => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'quarterdeck_api_request_seconds',
    help: 'Answered requests of the API, by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  })
  const server = http.createServer(async ({ url, method = '' }, response) => {
    if (url !== '/metrics') return response.writeHead(404).end()
    if (!['GET', 'HEAD'].includes(method)) return response.writeHead(405, { allow: 'GET, HEAD' }).end()
    try {
      const text = await registry.metrics()
      response.writeHead(200, { 'content-type': registry.contentType }).end(text)
    } catch (err) {
      log.error({ err }, 'the metrics could not be read')
      response.writeHead(500).end()
    }
  })
  await listen(server, { host, port, portSetting: 'QUARTERDECK_METRICS_PORT' })
  server.unref()
  return { observe: ({ operation, status, seconds }) => requests.observe({ operation, status }, seconds) }
}
