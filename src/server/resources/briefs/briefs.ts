import { briefs } from '../../../contract/briefs'
import type { BriefChoice } from '../../../contract/core/brief-document'
import type { Route } from '../../api/implement'
import type { ApiHandler, Passed } from '../../api/passed'
import { Problem } from '../../api/problem'
import type { MakeBrief } from '../../briefs/make'

type Choice = { [K in keyof BriefChoice]?: BriefChoice[K] | undefined } & { zone?: string | undefined }
type Input = { id: string; query?: Choice; body?: Choice }

/** Makes a brief with the caller’s permissions; choices in the request override the stored ones. */
export const briefRoutes = (make: MakeBrief, api: ApiHandler) =>
  [briefs.render, briefs.renderChosen].map(
    (endpoint) =>
      ({
        endpoint,
        respond: (request: Request, { id, query, body }: Input, passed: Passed) => {
          const { zone = 'UTC', ...given } = { ...query, ...body }
          const chosen = Object.fromEntries(
            Object.entries(given).filter(([, value]) => value !== undefined),
          ) as Partial<BriefChoice>
          const caller = passed.person?.id ?? request.headers.get('authorization') ?? ''
          const fetchAsCaller = fetchAs(request, passed, api)
          return make(request, { companyId: id, caller, chosen, zone }, (path) =>
            fetchAsCaller(path, 'application/json', request.signal),
          )
        },
      }) satisfies Route,
  )

/** Calls the API as the sender of a request. */
export const fetchAs = (request: Request, passed: Passed, api: ApiHandler) => {
  const memo = { ...passed, authMemo: new Map() }
  return (path: string, accept: string, signal?: AbortSignal) => {
    const headers = new Headers({ accept })
    for (const name of ['authorization', 'x-request-id']) {
      const value = request.headers.get(name)
      if (value) headers.set(name, value)
    }
    return api(new Request(new URL(path, request.url), { headers, ...(signal && { signal }) }), memo)
  }
}

/** Where the web app is not built, as in development. */
export const noBriefs: MakeBrief = async () => {
  throw new Problem(
    404,
    'Not available',
    'This server makes no files of briefs, because its web app is not built. Use npm start.',
  )
}
