import { parseJson } from '../parse-json'

type FieldIssue = { path: string; message: string }

/** An error with a message for the user, whatever format the server used. */
export class ApiError extends Error {
  constructor(
    /** 0 if there was no response. */
    readonly status: number,
    readonly detail: string,
    readonly extra: {
      errors?: FieldIssue[]
      requestId?: string | null
      retryAfter?: number | null
      current?: unknown
      mayBeSaved?: boolean | undefined
      etag?: string | null
    } = {},
  ) {
    super(detail)
  }
}

/** No reply, or one of a proxy that got none; 520 to 524 are Cloudflare's. */
export const isUnanswered = (status: number) => [0, 502, 504].includes(status) || (status >= 520 && status <= 524)

/** Whether a failed write may have been saved all the same: as the server says, otherwise if nothing answered. */
export const mayBeSaved = (error: unknown) =>
  error instanceof ApiError && (error.extra.mayBeSaved ?? isUnanswered(error.status))

/** For a request without a response, or one that breaks off. */
export const throwUnanswered =
  (method = 'GET') =>
  (error: Error): never => {
    if (error.name === 'AbortError') throw error
    throw new ApiError(0, method === 'GET' ? unreachableText : unansweredText(method))
  }

const unreachableText = 'Can’t reach the server. Your changes are safe.'
/** A second POST may create a second record. */
const unansweredText = (method: string) =>
  `No response; it may or may not have saved. ${method === 'POST' ? 'Check before you try again.' : 'It’s safe to retry.'}`

/** Problem details if present, else any message found. */
export const failure = (response: Response, text: string) => {
  const value = parseJson(text)
  const body = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>
  const said = [body.detail, body.message, body.error, body.title].find((part) => typeof part === 'string')
  const plain = value === undefined && text.length < 200 && !text.includes('<') ? text.trim() : ''
  return new ApiError(response.status, String(said ?? (plain || defaultMessage(response.status))), {
    errors: Array.isArray(body.errors) ? body.errors.filter(isIssue) : [],
    requestId: typeof body.requestId === 'string' ? body.requestId : response.headers.get('x-request-id'),
    retryAfter: secondsToWait(response),
    current: body.current,
    mayBeSaved: typeof body.mayBeSaved === 'boolean' ? body.mayBeSaved : undefined,
    etag: response.headers.get('etag'),
  })
}

/** `Retry-After` has seconds, or the time by the clock of `Date`. */
const secondsToWait = ({ headers }: Response) => {
  const text = headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(text)
    ? Number(text)
    : (Date.parse(text) - (Date.parse(headers.get('date') ?? '') || Date.now())) / 1000
  return seconds > 0 ? Math.ceil(seconds) : null
}

const isIssue = (issue: unknown): issue is FieldIssue =>
  typeof issue === 'object' &&
  issue !== null &&
  'path' in issue &&
  'message' in issue &&
  typeof issue.message === 'string'

export const defaultMessage = (status: number) => {
  if (status === 403) return 'Your key doesn’t allow this.'
  if (status === 404) return 'Not found.'
  if (status === 429) return 'Too many requests. Wait a moment and try again.'
  return `The server returned an error (${status}).`
}

/** The server lacks this operation, or the record. */
export const isMissing = (error: unknown): boolean => isOneOf(error, [404, 405])

export const isForbidden = (error: unknown): boolean => isOneOf(error, [403])

/** The server lacks it, or the caller may not read it. Temporary failures don’t count. */
export const isRefused = (error: unknown) => isOneOf(error, [403, 404, 405])

/** No record has this ID, or none can: 400 is for an ID of another form. */
export const isNotFound = (error: unknown): boolean => isOneOf(error, [400, 404, 405])

const isOneOf = (error: unknown, statuses: number[]): error is ApiError =>
  error instanceof ApiError && statuses.includes(error.status)
