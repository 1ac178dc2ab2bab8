import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { requestId } from 'hono/request-id'
import type { Logger } from 'pino'
import { basePath } from '../contract/base-path'
import { apiKeyRoutes } from './api-keys'
import { auditRoutes } from './audit-events'
import { automationRoutes } from './automation'
import { budgetRoutes } from './budgets'
import { companyRoutes } from './companies'
import { complianceRoutes } from './compliance'
import { dashboardRoutes } from './dashboards'
import { type ListMemory, listMemory } from './database/memory'
import type { Database } from './database/open'
import { deviceRoutes } from './devices'
import { goalRoutes } from './goals'
import { arrivals } from './keys'
import { etagOf } from './kit/conditional'
import { crossOrigin, preflight, type Sites } from './kit/cross-origin'
import {
  type ApiEnv,
  answerTo,
  bearer,
  failure,
  limited,
  mount,
  type Observe,
  observed,
  wellFormedPath,
} from './kit/http'
import type { Route } from './kit/implement'
import { Problem } from './kit/problem'
import { rateLimit } from './kit/rate-limit'
import { turns } from './kit/turns'
import { meRoutes } from './me'
import { npsResponseRoutes, npsSurveyRoutes } from './nps'
import { document } from './openapi'
import { reportRoutes, reportScheduleRoutes } from './reports'
import { certificateRoutes, enrollmentRoutes } from './training'
import { companyUserRoutes, userRoutes } from './users'

const routes: Route[] = [
  ...companyRoutes,
  ...companyUserRoutes,
  ...userRoutes,
  ...goalRoutes,
  ...budgetRoutes,
  ...automationRoutes,
  ...reportScheduleRoutes,
  ...reportRoutes,
  ...npsResponseRoutes,
  ...npsSurveyRoutes,
  ...deviceRoutes,
  ...dashboardRoutes,
  ...enrollmentRoutes,
  ...certificateRoutes,
  ...complianceRoutes,
  ...apiKeyRoutes,
  ...auditRoutes,
  ...meRoutes,
]

/** What lists want to have worked out before they are asked for. */
export const keptLists = routes.flatMap(({ handle }) => handle.kept ?? [])

const mebibyte = 1024 * 1024

type Options = {
  database: Database
  log: Logger
  /** What a key may use in a minute; 0 is no limit. */
  pointsPerMinute?: number
  observe?: Observe
  lists?: ListMemory
  sites?: Sites
}

/** The Public Management API under /api/public/v1. It knows Bearer keys only; a browser's session is the gateway's business. */
export const createApi = ({
  database,
  log,
  pointsPerMinute = 0,
  observe = () => {},
  lists = listMemory(),
  sites = '*',
}: Options) => {
  const api = new Hono<ApiEnv>().basePath(basePath)
  api.use(requestId())
  api.options('*', preflight(sites))
  api.use(crossOrigin(sites))
  api.use(observed(observe, log))
  api.use(bearer(arrivals(database)))
  if (pointsPerMinute > 0) api.use(limited(rateLimit(pointsPerMinute, database)))
  api.use(wellFormedPath)
  api.on(['PUT', 'PATCH', 'POST'], '*', bodyLimit({ maxSize: mebibyte, onError: tooLarge }))
  mount(api, routes, answerTo(database, lists, turns(database.turns)))
  api.get('/openapi.json', (c) =>
    c.body(document(), 200, { 'content-type': 'application/json', etag: etagOf(document()) }),
  )
  api.notFound((c) =>
    failure(
      c,
      new Problem(404, 'Not found', `There is nothing at ${c.req.path}. Check the path; it ends without a slash.`),
      log,
    ),
  )
  api.onError((error, c) => failure(c, error, log))
  return api
}

const tooLarge = () => {
  throw new Problem(413, 'Body too large', 'The body is over 1 MiB. Send a smaller one.', {
    headers: { connection: 'close' },
  })
}
