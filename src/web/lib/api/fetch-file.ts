import type { Endpoint } from '../../../contract/core/endpoint'
import { failure, throwUnanswered } from './api-error'
import { type RequestInput, send } from './client'

/** Fetches a file of this type, and what the server says of it; throws an `ApiError` on failure. */
export const fetchFile = async <E extends Endpoint>(endpoint: E, sent: RequestInput<E>, type: string) => {
  const response = await send(endpoint, sent, { accept: type })
  const brokenOff = throwUnanswered(endpoint.method)
  if (response.ok) return { file: await response.blob().catch(brokenOff), headers: response.headers }
  throw failure(response, await response.text().catch(brokenOff))
}
