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
  [extension: string]: unknown
}

/** An error response; `detail` is a sentence that says what to do. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly title: string,
    readonly detail: string,
    readonly extra: { headers?: Record<string, string>; errors?: Issue[]; current?: unknown } = {},
  ) {
    super(detail)
  }
}

const problemDetails = ({ status, title, detail, extra }: Problem, requestId?: string): ProblemDetails => ({
  type: `/problems/${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
  title,
  status,
  detail,
  ...(requestId && { requestId }),
  ...(extra.errors && { errors: extra.errors }),
  ...(extra.current !== undefined && { current: extra.current }),
})

export const problemResponse = (problem: Problem, requestId?: string) =>
  new Response(JSON.stringify(problemDetails(problem, requestId)), {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', ...problem.extra.headers },
  })

/** A value of the body that the schema takes and the record does not. `what` goes on after the field's name. */
export const invalid = (path: string, what: string, received: unknown) => {
  const message = `${path} ${what}.`
  return new Problem(422, 'Invalid values', `${message} Nothing was changed.`, {
    errors: [{ in: 'body', path, message, received }],
  })
}
