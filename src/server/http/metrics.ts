import http from 'node:http'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Observe } from '../api/middleware'

/** Prometheus metrics on their own port, because they are not for API clients. */
export const serveMetrics = async (host: string, port: number): Promise<{ observe: Observe }> => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'quarterdeck_api_request_seconds',
    help: 'Answered requests of the API, by operation and status.',
    labelNames: ['operation', 'status'],
    registers: [registry],
  })
  const server = http.createServer(async (request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', () =>
      reject(
        new Error(`Port ${port} is in use, so metrics cannot start. Set QUARTERDECK_METRICS_PORT to another port.`),
      ),
    )
    server.listen(port, host, resolve)
  })
  server.unref()
  return { observe: ({ operation, status, seconds }) => requests.observe({ operation, status }, seconds) }
}
