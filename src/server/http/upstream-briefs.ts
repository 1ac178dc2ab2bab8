import { Hono } from 'hono'
import type { Logger } from 'pino'
import { basePath } from '../../contract/core/base-path'
import type { Endpoint, WriteEndpoint } from '../../contract/core/endpoint'
import { problemFromError } from '../api/error-to-problem'
import { limitBody } from '../api/middleware'
import type { ApiHandler, Passed } from '../api/passed'
import { problemResponse } from '../api/problem'
import { parseBody, parsePath, parseQuery } from '../api/validate'
import type { MakeBrief } from '../briefs/make'
import { briefRoutes } from '../resources/briefs/briefs'

/** Makes briefs here, from another server's data; everything else goes to that server. */
export const withBriefs = (api: ApiHandler, make: MakeBrief, log: Logger): ApiHandler => {
  const app = new Hono<{ Bindings: Passed }>().basePath(basePath)
  for (const { endpoint, respond } of briefRoutes(make, api))
    app.on(endpoint.method, endpoint.path, limitBody, async (c) => {
      const { params, query, body }: Endpoint = endpoint
      const input = {
        ...(params && parsePath(endpoint, c.req.param())),
        ...(query && { query: parseQuery(query, new URL(c.req.url)) }),
        ...(body && { body: await parseBody(endpoint as WriteEndpoint, c.req.raw) }),
      }
      return respond(c.req.raw, input as never, c.env)
    })
  app.notFound((c) => api(c.req.raw, c.env))
  app.onError((error, c) => {
    const problem = problemFromError(error)
    const requestId = c.req.raw.headers.get('x-request-id')
    if (problem.status >= 500 && problem !== error) log.error({ err: error, requestId }, problem.title)
    return problemResponse(problem, requestId)
  })
  return async (request, passed = {}) => app.fetch(request, passed)
}
