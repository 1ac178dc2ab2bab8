import { type ApiOptions, createApp } from './api/app'
import type { ApiHandler } from './api/passed'
import type { MakeBrief } from './briefs/make'
import type { Mailer } from './mail/mailer'
import { serveDocument } from './openapi'
import { briefDeliveryRoutes } from './resources/briefs/brief-deliveries'
import { briefRoutes, noBriefs } from './resources/briefs/briefs'
import { routes } from './resources/registry'

type Options = Omit<ApiOptions, 'routes' | 'document'> & {
  makeBrief?: MakeBrief
  mailer?: Mailer | null
}

/** The Public Management API of all resources. */
export const createApi = ({ makeBrief = noBriefs, mailer = null, ...options }: Options) => {
  const ask: ApiHandler = async (request, passed) => api.fetch(request, passed)
  const api = createApp({
    ...options,
    routes: [...routes, ...briefRoutes(makeBrief, ask), ...briefDeliveryRoutes(mailer, options.database, ask)],
    document: serveDocument(options.base ?? ''),
  })
  return api
}
