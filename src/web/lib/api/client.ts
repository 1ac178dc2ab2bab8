import { hashKey, type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod/mini'
import { basePath } from '../../../contract/core/base-path'
import type { Endpoint } from '../../../contract/core/endpoint'
import { me } from '../../../contract/me'
import { withBase } from '../base-path'
import { parseJson } from '../parse-json'
import { ApiError, defaultMessage, failure, throwUnanswered } from './api-error'
import { type Lenient, lenient } from './lenient'
import { hasNoAdditions, isKnownMissing, rememberMissing } from './missing-operations'
import { addedParameters, queryString } from './query-string'
import { syncServerClock } from './server-clock'
import { reauthenticate } from './session/session'

/** Path, query and body of a request. */
export type RequestInput<E extends Endpoint> = (E['params'] extends z.ZodMiniObject ? { id: string } : object) & {
  query?: Record<string, string>
} & (E['body'] extends z.ZodMiniObject ? { body: z.input<E['body']>; ifMatch?: string | null } : object)

type Envelope<T> = T extends { data: infer D; pagination: infer P }
  ? { data: Lenient<D>; pagination: P }
  : T extends { data: infer D }
    ? { data: Lenient<D> }
    : never

/** A response with its ETag, if any. */
export type ApiResponse<E extends Endpoint> = Envelope<z.output<E['response']>> & { etag: string | null }

/** The parts of a request, whatever its operation. */
export type RequestParts = { id?: string; query?: Record<string, string>; body?: unknown; ifMatch?: string | null }

export const requestPath = (endpoint: Endpoint, { id, query }: RequestParts) => {
  const path = endpoint.path.replace(':id', encodeURIComponent(id ?? ''))
  const search = queryString(endpoint, query)
  return `${endpoint.beside ? '' : basePath}${path}${search && `?${search}`}`
}

type Transport = (path: string, init: RequestInit) => Promise<Response>

let transport: Transport = (path, init) => fetch(withBase(path), init)

/** For the server, which renders pages and calls its API without a network. */
export const setTransport = (other: Transport) => {
  transport = other
}

/**
 * Sends a request; throws an `ApiError` with status 0 if there is no response. When the session has ended, waits for
 * the user to sign in, then retries.
 */
export const fetchWithSession: Transport = async (path, init) => {
  const send = () => transport(path, init).catch(throwUnanswered(init.method))
  const response = await send()
  return response.status === 401 && (await reauthenticate()) ? send() : response
}

/** Sends a request of the API. */
export const send = (endpoint: Endpoint, sent: RequestParts, headers: Record<string, string>, signal?: AbortSignal) =>
  fetchWithSession(requestPath(endpoint, sent), {
    method: endpoint.method,
    headers: { ...headers, ...(sent.body !== undefined && { 'content-type': 'application/json' }) },
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
    ...(signal && { signal }),
  })

/** Query context; the signal cancels the request. */
export type QueryContext = { signal: AbortSignal; client?: QueryClient; queryKey?: QueryKey }

/** Last response per query. The query cache may hold optimistic changes instead. */
const responseCaches = new WeakMap<object, Map<string, unknown>>()

const responseCacheFor = ({ client, queryKey }: Partial<QueryContext> = {}) => {
  const cachedQuery = queryKey && client?.getQueryCache().get(hashKey(queryKey))
  const responses = (cachedQuery && responseCaches.get(cachedQuery)) ?? new Map<string, unknown>()
  if (cachedQuery) responseCaches.set(cachedQuery, responses)
  return responses
}

/** Calls the API; throws an `ApiError` on failure or invalid data. Sends If-None-Match for queries. */
export const call = async <E extends Endpoint>(
  endpoint: E,
  sent: RequestInput<E>,
  context?: QueryContext,
): Promise<ApiResponse<E>> => {
  const parts: RequestParts = sent
  const path = requestPath(endpoint, parts)
  const responses = responseCacheFor(context)
  const known = responses.get(path) as ApiResponse<E> | undefined
  await refuseAdditions(endpoint, parts, context)
  const headers = {
    accept: 'application/json',
    ...(parts.ifMatch && { 'if-match': parts.ifMatch }),
    ...(known?.etag && { 'if-none-match': known.etag }),
  }
  const response = await send(endpoint, parts, headers, context?.signal)
  syncServerClock(response.headers.get('date'))
  if (known && response.status === 304) return known
  const text = await response.text().catch(throwUnanswered(endpoint.method))
  const value = parseJson(text)
  const read = response.ok ? readWhole(endpoint, value) : null
  if (endpoint.addition && (lacks(endpoint, response) || (response.ok && !read))) rememberMissing(endpoint)
  if (!response.ok) throw failure(response, text)
  if (!read)
    throw new ApiError(response.status, 'The server’s response doesn’t match this API. Check the API address.', {
      requestId: response.headers.get('x-request-id'),
    })
  const answer = { ...read, etag: response.headers.get('etag') } as unknown as ApiResponse<E>
  responses.set(path, answer)
  return answer
}

/** Rejects filters that the server lacks, or may lack: it might ignore them and return everything. */
const refuseAdditions = async (endpoint: Endpoint, { query: sent }: RequestParts, context?: QueryContext) => {
  if (isKnownMissing(endpoint)) throw new ApiError(404, defaultMessage(404))
  if (addedParameters(endpoint, sent).length === 0) return
  const unknown = await context?.client?.fetchQuery(meQuery).then(
    () => null,
    (error: unknown) => error,
  )
  if (hasNoAdditions()) throw new ApiError(404, 'This server can’t filter or sort this way.')
  if (unknown instanceof ApiError) throw unknown
}

/** With an ID in the path, 404 may mean that the record doesn’t exist. Our own `/me` needs no scope, so a 403 comes from another server’s `/me`. */
const lacks = (endpoint: Endpoint, { status }: Response) =>
  status === 405 || (status === 404 && !endpoint.params) || (status === 403 && endpoint === me.get)

/** Null if the response doesn’t match the contract. */
const readWhole = (endpoint: Endpoint, value: unknown) => {
  const answer = lenient(endpoint.response, value) as {
    data: unknown
    pagination?: Record<string, unknown> | null
  } | null
  if (!answer || answer.data === null) return null
  if (endpoint.sort && typeof answer.pagination?.totalCount !== 'number') return null
  // Another server may have a `/me` of its own, and must not be taken for ours.
  if (endpoint === me.get && (answer.data as { scopes: unknown }).scopes === null) return null
  return answer
}

/** Query key and function, both derived from endpoint and input. */
export const query = <E extends Endpoint>(endpoint: E, sent: RequestInput<E>) =>
  queryOptions({
    queryKey: [endpoint.path, sent] as const,
    queryFn: (context): Promise<ApiResponse<E>> => call(endpoint, sent, context),
  })

/** Fetched once: the key’s scopes. Failure means the server lacks our additions. */
export const meQuery = {
  ...query(me.get, {}),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
}
