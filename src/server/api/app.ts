import { type Context, Hono } from 'hono'
import { requestId } from 'hono/request-id'
import type { Logger } from 'pino'
import { basePath } from '../../contract/core/base-path'
import type { Database } from '../db/database'
import { createListCache, type ListCache } from '../db/list-engine/list-cache'
import { crossOrigin, preflight, type Sites } from './cors'
import { createFairQueue } from './fair-queue'
import type { Route } from './implement'
import { authenticateBatch, currentVersions } from './keys'
import {
  type ApiEnv,
  authenticate,
  errorResponse,
  handleRoute,
  limitBody,
  limitRate,
  methodNotAllowed,
  mountRoutes,
  type Observe,
  observeRequests,
  requireWellFormedPath,
  signedIn,
} from './middleware'
import { Problem } from './problem'
import { rateLimit } from './rate-limit'
import { parseQuery } from './validate'

export type ApiOptions = {
  routes: Route[]
  /** Serves the OpenAPI document; needs no key. */
  document: (c: Context) => Response
  database: Database
  log: Logger
  /** Points per key and minute; 0 means no limit. */
  pointsPerMinute?: number
  observe?: Observe
  lists?: ListCache
  sites?: Sites
  /** The path below which the API is served. */
  base?: string
}

/** The API of these routes under /api/public/v1. It accepts Bearer keys only; the gateway handles browser sessions. */
export const createApp = ({
  routes,
  document,
  database,
  log,
  pointsPerMinute = 0,
  observe = () => {},
  lists = createListCache(),
  sites = '*',
  base = '',
}: ApiOptions) => {
  const api = new Hono<ApiEnv>().basePath(basePath)
  api.use(requestId())
  api.options('*', preflight(sites))
  api.use(crossOrigin(sites))
  api.use(observeRequests(observe, log))
  api.get('/openapi.json', (c) => {
    parseQuery(undefined, new URL(c.req.url))
    return document(c)
  })
  api.use(signedIn(currentVersions(database)))
  api.use(authenticate(authenticateBatch(database)))
  if (pointsPerMinute > 0) api.use(limitRate(rateLimit(pointsPerMinute, database)))
  api.use(requireWellFormedPath)
  api.on(['PUT', 'PATCH', 'POST'], '*', limitBody)
  mountRoutes(api, routes, handleRoute(database, lists, createFairQueue(database.turns)))
  api.all('/openapi.json', (c) => {
    throw methodNotAllowed(c.req.method, ['GET'])
  })
  api.notFound((c) =>
    errorResponse(
      c,
      new Problem(
        404,
        'Not found',
        `Nothing exists at ${base}${new URL(c.req.url).pathname}. Check the path, and remove a trailing slash.`,
      ),
      log,
    ),
  )
  api.onError((error, c) => errorResponse(c, error, log))
  return api
}
