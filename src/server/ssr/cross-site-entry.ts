import { signInUrl } from '../../contract/core/ssr-protocol'
import { hashSource } from '../http/content-security-policy'

/**
 * Answers a page request without a session cookie. After a link from another site the browser withholds the `Strict` cookie, so this
 * page navigates again from our own origin. Otherwise it redirects to sign-in. Null without `Sec-Fetch-Site`, as without TLS and for
 * programs: then the page itself finds out.
 */
export const crossSiteEntry = (request: Request, { pathname, search }: URL, base: string) => {
  const from = request.headers.get('sec-fetch-site')
  if (from === null) return null
  if (from === 'none' || from === 'same-origin')
    return answer(302, { location: base + signInUrl(pathname + search) }, null)
  return answer(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }, asksAgain)
}

/** By way of another address: a reload Firefox takes for the other site's again, and to go where one is, at a panel, asks nothing. */
const script = "const { href } = location; history.replaceState(null, '', 'from-elsewhere'); location.replace(href)"
const asksAgain = `<!doctype html>
<meta name="color-scheme" content="light dark">
<title>Quarterdeck</title>
<script>${script}</script>
<noscript><a href="">Open Quarterdeck</a></noscript>
`
const policy = `default-src 'none'; script-src ${hashSource(script)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const answer = (status: number, headers: Record<string, string>, body: string | null) =>
  new Response(body, { status, headers: { ...headers, 'cache-control': 'no-store', vary: 'Cookie, Sec-Fetch-Site' } })
