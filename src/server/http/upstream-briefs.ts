import type { Logger } from 'pino'
import { basePath } from '../../contract/core/base-path'
import { problemFromError } from '../api/error-to-problem'
import type { ApiHandler } from '../api/passed'
import { problemResponse } from '../api/problem'
import { parsePath, parseQuery } from '../api/validate'
import type { MakeBrief } from '../briefs/make'
import { briefRoute } from '../resources/briefs'

/** Makes briefs here, from another server's data; everything else goes to that server. */
export const withBriefs = (api: ApiHandler, make: MakeBrief, log: Logger): ApiHandler => {
  const route = briefRoute(make, api)
  const { endpoint } = route
  const [before = '', after = ''] = `${basePath}${endpoint.path}`.split(':id')
  return async (request, passed = {}) => {
    const { pathname, searchParams } = new URL(request.url)
    const id = pathname.slice(before.length, -after.length)
    const isBrief = pathname === before + id + after && !id.includes('/') && ['GET', 'HEAD'].includes(request.method)
    if (!isBrief) return api(request, passed)
    try {
      const input = { ...parsePath(endpoint, { id }), query: parseQuery(endpoint, searchParams) }
      return await route.respond(request, input as never, passed)
    } catch (error) {
      const problem = problemFromError(error as Error)
      const requestId = request.headers.get('x-request-id') ?? undefined
      if (problem.status >= 500 && problem !== error) log.error({ err: error, requestId }, problem.title)
      return problemResponse(problem, requestId)
    }
  }
}
