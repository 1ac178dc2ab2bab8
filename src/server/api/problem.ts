import { problemType } from '../../contract/core/problem-type'

/** One invalid value of a request: where it is, what is wrong, and what was received. */
export type Issue = { in: 'query' | 'path' | 'body' | 'header'; path: string; message: string; received?: unknown }

/** RFC 9457. `type` is a stable slug under /problems/, derived from the title. */
export type ProblemDetails = {
  type: string
  title: string
  status: number
  detail: string
  requestId?: string
  errors?: Issue[]
  /** Whether the write may have been done. Left out if it was not, unless the status leaves that open. */
  mayBeSaved?: boolean
  [extension: string]: unknown
}

/** An error response; `detail` is a sentence that says what to do. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    readonly detail: string,
    readonly extra: {
      headers?: Record<string, string>
      errors?: Issue[]
      current?: unknown
      mayBeSaved?: boolean
    } = {},
  ) {
    super(detail)
  }
}

export const notAllowed = (detail: string) => new Problem(403, 'Not allowed', detail)

export const malformed = (detail: string, extra?: Problem['extra']) =>
  new Problem(400, 'Malformed request', detail, extra)

/** For a request whose client is gone. No one gets this, but it is logged and counted. */
export const connectionClosed = () => new Problem(499, 'Connection closed', 'The connection was closed.')

const problemDetails = ({ status, title, detail, extra }: Problem, requestId: string | null): ProblemDetails => ({
  type: problemType(title),
  title,
  status,
  detail,
  ...(requestId && { requestId }),
  ...(extra.errors && { errors: extra.errors }),
  ...(extra.mayBeSaved !== undefined && { mayBeSaved: extra.mayBeSaved }),
  ...(extra.current !== undefined && { current: extra.current }),
})

export const problemResponse = (problem: Problem, requestId: string | null) =>
  new Response(JSON.stringify(problemDetails(problem, requestId)), {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json',
      ...(requestId && { 'x-request-id': requestId }),
      ...problem.extra.headers,
    },
  })

/** What is wrong with the value at `path`; `what` goes on after its name. */
export const issueOf = (where: Issue['in'], path: string, what: string, received: unknown): Issue => {
  const message = `${path} ${what}`
  if (received === undefined) return { in: where, path, message: `${message}, but is missing.` }
  // JSON.parse makes Infinity of 1e400, and JSON.stringify null of that.
  if (received === Number.POSITIVE_INFINITY) return { in: where, path, message: `${message}, but is too large.` }
  if (received === Number.NEGATIVE_INFINITY) return { in: where, path, message: `${message}, but is too small.` }
  const shown = truncate(received)
  return { in: where, path, message: `${message}; it was ${JSON.stringify(shown)}.`, received: shown }
}

/** Shortens an invalid value for display, in which an infinity is a word because JSON has none. */
export const truncate = (value: unknown): unknown => {
  const text = typeof value === 'string' ? value : JSON.stringify(value, spelledOut)
  if (text.length <= 100) return typeof value === 'string' ? value : JSON.parse(text)
  return `${text.slice(0, 100).toWellFormed()}…`
}

const spelledOut = (_: string, part: unknown) =>
  part === Number.POSITIVE_INFINITY || part === Number.NEGATIVE_INFINITY ? String(part) : part

/** A value of the body that the schema takes and the record does not. */
export const invalid = (path: string, what: string, received: unknown) => {
  const issue = issueOf('body', path, what, received)
  return new Problem(422, 'Invalid values', `${issue.message} Nothing was changed.`, { errors: [issue] })
}
