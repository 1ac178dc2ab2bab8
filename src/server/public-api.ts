import { type ApiOptions, createApp } from './api/app'
import { serveDocument } from './resources/openapi'
import { routes } from './resources/registry'

/** The Public Management API of all resources. */
export const createApi = (options: Omit<ApiOptions, 'routes' | 'document'>) =>
  createApp({ ...options, routes, document: serveDocument })
