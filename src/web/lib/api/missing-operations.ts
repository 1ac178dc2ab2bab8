import type { Endpoint } from '../../../contract/core/endpoint'
import { me } from '../../../contract/me'

/** Additions the server was found to lack, each with an expiry before which it is not requested. Kept in the tab, or by the process that renders pages. */
const missing = new Map<string, number>()
const storageKey = 'missing-operations'
/** A process answers for everyone, so one wrong answer of another server must not last there. */
const keptMs = (typeof window === 'undefined' ? 1 : 60) * 60_000

try {
  for (const [name, until] of JSON.parse(sessionStorage.getItem(storageKey) ?? '[]')) missing.set(name, until)
} catch {
  // No storage, or none that may be used: the memory of this page has to do.
}

const store = () => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...missing]))
  } catch {}
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const isRemembered = (endpoint: Endpoint) => (missing.get(nameOf(endpoint)) ?? 0) > Date.now()

/** Our own server always has `/me`. Without it the server keeps to the specification. */
export const hasNoAdditions = () => isRemembered(me.get)

/** A server with `/me` has every addition; a 404 from it came from a proxy. */
export const isKnownMissing = (endpoint: Endpoint) =>
  endpoint.addition === true && hasNoAdditions() && isRemembered(endpoint)

export const rememberMissing = (endpoint: Endpoint) => {
  missing.set(nameOf(endpoint), Date.now() + keptMs)
  store()
}

/** Cleared on sign-in, which may be to another server. */
export const forgetMissing = () => {
  missing.clear()
  store()
}
