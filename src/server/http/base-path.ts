import { Problem, problemResponse } from '../api/problem'
import { withPolicy } from './content-security-policy'
import { type Fetch, healthPaths } from './http-server'

/** Serves what `fetch` does below a path, such as /ops/console; everything behind it sees paths without. */
export const mountAt = (base: string, fetch: Fetch): Fetch => {
  if (base === '') return fetch
  return async (request, environment) => {
    const url = new URL(request.url)
    if (Object.values(healthPaths).includes(url.pathname)) return fetch(request, environment)
    if (url.pathname === base)
      return withPolicy(new Response(null, { status: 308, headers: { location: `${base}/${url.search}` } }))
    if (!url.pathname.startsWith(`${base}/`))
      return withPolicy(
        problemResponse(
          new Problem(404, 'Not found', `Nothing exists at this address. Quarterdeck is at ${base}/.`),
          request.headers.get('x-request-id'),
        ),
      )
    url.pathname = url.pathname.slice(base.length)
    const { method, headers, body, signal } = request
    const init: RequestInit & { duplex: 'half' } = { method, headers, body, signal, duplex: 'half' }
    return fetch(new Request(url, init), environment)
  }
}
