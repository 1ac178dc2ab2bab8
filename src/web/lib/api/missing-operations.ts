import type { Endpoint } from '../../../contract/core/endpoint'
import { me } from '../../../contract/me'

/**
 * Operations beyond the specification that the server has been found to lack, each with the time until which it is not
 * requested again. The tab keeps them from page to page.
 */
const missing = new Map<string, number>()
const storageKey = 'missing-operations'
const hour = 60 * 60 * 1000

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

/** A server that has `/me` has every addition; a 404 from it came from something in between and means nothing. */
export const isKnownMissing = (endpoint: Endpoint) =>
  endpoint.addition === true && hasNoAdditions() && isRemembered(endpoint)

export const rememberMissing = (endpoint: Endpoint) => {
  missing.set(nameOf(endpoint), Date.now() + hour)
  store()
}

/** Whoever signs in may do so at another server. */
export const forgetMissing = () => {
  missing.clear()
  store()
}
