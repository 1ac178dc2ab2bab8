import type { Paper } from '../../contract/briefs'
import { briefs } from '../../contract/briefs'
import type { BriefLanguage } from '../../contract/core/brief-document'
import type { Route } from '../api/implement'
import type { ApiHandler, Passed } from '../api/passed'
import { Problem } from '../api/problem'
import type { MakeBrief } from '../briefs/make'

type Input = { id: string; query: { language: BriefLanguage; paper: Paper } }

/** Makes a brief from what `api` answers to the same caller. */
export const briefRoute = (make: MakeBrief, api: ApiHandler) =>
  ({
    endpoint: briefs.render,
    respond: (request: Request, { id, query }: Input, passed: Passed) => {
      const ask = askingAs(request, passed, api)
      return make(request, { companyId: id, ...query }, (path) => ask(path, 'application/json', request.signal))
    },
  }) satisfies Route

/** Asks the API as whoever sent a request. */
export const askingAs = (request: Request, passed: Passed, api: ApiHandler) => {
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
