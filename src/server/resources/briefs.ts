import type { Paper } from '../../contract/briefs'
import { briefs } from '../../contract/briefs'
import type { BriefLanguage } from '../../contract/core/brief-document'
import type { Route } from '../api/implement'
import type { ApiHandler } from '../api/passed'
import { Problem } from '../api/problem'
import type { MakeBrief } from '../briefs/make'

type Input = { id: string; query: { language: BriefLanguage; paper: Paper } }

/** Makes a brief from what `api` answers to the same caller. */
export const briefRoute = (make: MakeBrief, api: ApiHandler): Route => ({
  endpoint: briefs.render,
  respond: (request, { id, query }: Input, passed) => {
    const headers = new Headers({ accept: 'application/json' })
    for (const name of ['authorization', 'x-request-id']) {
      const value = request.headers.get(name)
      if (value) headers.set(name, value)
    }
    const memo = { ...passed, authMemo: new Map() }
    return make(request, { companyId: id, ...query }, (path) =>
      api(new Request(new URL(path, request.url), { headers, signal: request.signal }), memo),
    )
  },
})

/** Where the web app is not built, as in development. */
export const noBriefs: MakeBrief = async () => {
  throw new Problem(
    404,
    'Not available',
    'This server makes no files of briefs, because its web app is not built. Use npm start.',
  )
}
