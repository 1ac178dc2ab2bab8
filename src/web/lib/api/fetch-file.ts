import type { Endpoint } from '../../../contract/core/endpoint'
import { failure, fetchWithSession, type RequestInput, type RequestParts, requestPath, throwUnanswered } from './client'

/** Fetches a file of this type, and what the server says of it; throws an `ApiError` on failure. */
export const fetchFile = async <E extends Endpoint>(endpoint: E, sent: RequestInput<E>, type: string) => {
  const { body }: RequestParts = sent
  const response = await fetchWithSession(requestPath(endpoint, sent), {
    method: endpoint.method,
    headers: { accept: type, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const brokenOff = throwUnanswered(endpoint.method)
  if (response.ok) return { file: await response.blob().catch(brokenOff), headers: response.headers }
  throw failure(response, await response.text().catch(brokenOff))
}
