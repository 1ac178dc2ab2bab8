declare global {
  /** Set by the server before it loads the pages that it renders. */
  var consoleBasePath: string | undefined
}

/** The path below which the console is served, as /ops/console; empty at the root of its host. */
const base = globalThis.document?.documentElement.dataset.base ?? globalThis.consoleBasePath ?? ''

/** A path of the console as an address of its host. */
export const withBase = (path: string) => (path.startsWith('/') ? base + path : path)

/** An address's path as a path of the console; null for one outside it. */
export const withoutBase = (pathname: string) => {
  if (pathname === base) return '/'
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : null
}

/** Where this console is, for texts that are used elsewhere. */
export const consoleUrl = () => location.origin + base

/** For React Router, which strips it from what it matches. */
export const basename = base || '/'
