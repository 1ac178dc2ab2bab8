import { type ApiOptions, createApp } from './api/app'
import { serveDocument } from './resources/openapi'
import { routes } from './resources/registry'

/** The Public Management API of all resources; `base` is the path below which it is served. */
export const createApi = ({ base = '', ...options }: Omit<ApiOptions, 'routes' | 'document'> & { base?: string }) =>
  createApp({ ...options, routes, document: serveDocument(base) })
