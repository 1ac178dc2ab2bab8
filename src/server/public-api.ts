import { type ApiOptions, createApp } from './api/app'
import type { ApiHandler } from './api/passed'
import type { MakeBrief } from './briefs/make'
import type { Mailer } from './mail/mailer'
import { briefDeliveryRoutes } from './resources/brief-deliveries'
import { briefRoutes, noBriefs } from './resources/briefs'
import { serveDocument } from './resources/openapi'
import { routes } from './resources/registry'

type Options = Omit<ApiOptions, 'routes' | 'document'> & {
  base?: string
  makeBrief?: MakeBrief
  mailer?: Mailer | null
}

/** The Public Management API of all resources; `base` is the path below which it is served. */
export const createApi = ({ base = '', makeBrief = noBriefs, mailer = null, ...options }: Options) => {
  const ask: ApiHandler = async (request, passed) => api.fetch(request, passed)
  const api = createApp({
    ...options,
    routes: [...routes, ...briefRoutes(makeBrief, ask), ...briefDeliveryRoutes(mailer, options.database, ask)],
    document: serveDocument(base),
  })
  return api
}
