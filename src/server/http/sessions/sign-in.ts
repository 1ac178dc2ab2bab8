import * as z from 'zod/mini'
import { basePath } from '../../../contract/core/base-path'
import { instant } from '../../../contract/core/endpoint'
import type { ApiHandler } from '../../api/passed'
import { Problem } from '../../api/problem'

const refused = () =>
  new Problem(
    401,
    'Key not accepted',
    'This key is unknown, expired or revoked. Check that you copied all of it, or use another key.',
  )

/** What the API says about a key; null means never or unknown. */
type Checked = { expiresAt: Date | null; name: string | null; scopes: string[] | null }

const unknown: Checked = { expiresAt: null, name: null, scopes: null }

/** Throws a Problem if the API does not accept the key. */
export const checkKey = async (api: ApiHandler, origin: string, key: string): Promise<Checked> => {
  if (!/^[!-~]+$/.test(key)) throw refused()
  const ask = (path: string) =>
    api(
      new Request(`${origin}${basePath}${path}`, {
        headers: { accept: 'application/json', authorization: `Bearer ${key}` },
      }),
    )
  let answer = await ask('/me')
  if (answer.ok) {
    const me = MyKey.safeParse(await answer.json().catch(() => null))
    if (me.success) {
      const { name, scopes, expiresAt } = me.data.data
      return { expiresAt: expiresAt ? new Date(expiresAt) : null, name, scopes }
    }
  }
  // An operation of the specification, for servers that lack ours, refuse unknown paths or answer them with a start page.
  if (answer.ok || [403, 404, 405].includes(answer.status)) answer = await ask('/companies?limit=1')
  if (answer.status === 401) throw refused()
  if (isHtml(answer)) throw notThisApi()
  // 403: the key is valid but has other scopes.
  if (answer.status === 403) return unknown
  if (answer.status !== 200) throw await notChecked(answer)
  if (!List.safeParse(await answer.json().catch(() => null)).success) throw notThisApi()
  return unknown
}

const List = z.object({ data: z.array(z.unknown()) })

const isHtml = ({ headers }: Response) => /^text\/html\b/i.test(headers.get('content-type') ?? '')

const notThisApi = () =>
  new Problem(
    502,
    'Not this API',
    'The key couldn’t be checked, because the server’s response isn’t from this API. Check QUARTERDECK_UPSTREAM.',
  )

/** The fields of `GET /me` that every version has. */
const MyKey = z.object({
  data: z.object({ name: z.string(), scopes: z.array(z.string()), expiresAt: z.nullable(instant) }),
})

const ProblemBody = z.object({ detail: z.string() })

const notChecked = async (answer: Response) => {
  const problem = ProblemBody.safeParse(await answer.json().catch(() => null))
  const isForLater = answer.status === 429 || answer.status === 503
  const retryAfter = answer.headers.get('retry-after')
  const reason = problem.success ? problem.data.detail : `The server returned status ${answer.status}. Try again later.`
  return new Problem(isForLater ? answer.status : 502, 'Key not checked', `The key couldn’t be checked. ${reason}`, {
    headers: isForLater && retryAfter ? { 'retry-after': retryAfter } : {},
  })
}

const window = 60_000
const maxFailures = 10

/** Ten failures a minute per address; a success resets the count. */
export const createAttemptLimiter = (now = Date.now) => {
  const failures = new Map<string, number[]>()
  return {
    /** Throws if there were too many. Counts until `succeeded`, so that concurrent attempts count as well. */
    begin: (address: string) => {
      for (const [each, times] of failures) if ((times.at(-1) ?? 0) <= now() - window) failures.delete(each)
      const recent = (failures.get(address) ?? []).filter((time) => time > now() - window)
      const [first] = recent
      if (recent.length >= maxFailures && first !== undefined) {
        const seconds = Math.ceil((first + window - now()) / 1000)
        throw new Problem(
          429,
          'Too many attempts',
          `${maxFailures} sign-ins failed within a minute. Try again in ${seconds} seconds.`,
          {
            headers: { 'retry-after': String(seconds) },
          },
        )
      }
      failures.set(address, [...recent, now()])
    },
    succeeded: (address: string) => failures.delete(address),
  }
}
