/* What the server and the web app agree on for pages that are rendered on the server. */

/** The sign-in page, for someone on the way to `here`, a path with its search. */
export const signInUrl = (here: string) => `/sign-in${here === '/' ? '' : `?next=${encodeURIComponent(here)}`}`

/** Settings that the browser keeps and also tells the server, by cookies of these names. */
export const preferenceCookies = ['theme', 'nav', 'density', 'columns', 'views', 'handled'] as const
export type PreferenceCookie = (typeof preferenceCookies)[number]
type CookiePreferences = Partial<Record<PreferenceCookie, string>>

/** The value of a preference cookie whose setting does not fit into one: the server then leaves the page's content to the browser. */
export const tooLong = 'too long'

/** For whom a page is rendered: how numbers and dates are written, the time zone, the console's origin, the person's settings. */
export type RequestContext = { locale: string; zone: string; origin: string; preferences: CookiePreferences }

/** Sends a GET request to the API as the page's user. Rejects unless it is answered with success before the deadline. */
export type ServerFetch = (path: string) => Promise<Response>

/** The ID of the script element with the dehydrated state. */
export const stateId = '__state'

export type RenderResult = {
  html: string
  /** What the browser needs to hydrate the page, as JSON. */
  state: string
}

export type Page = {
  /** The source modules of the page, as the build's manifest names them. */
  modules: string[]
  /** Without `fetch` the page is rendered with skeletons in place of its data. */
  render: (context: RequestContext, fetch: ServerFetch | null) => Promise<RenderResult>
}

/** The page at an address, or the path that it redirects to. */
export type ResolvePage = (url: URL) => Page | { redirect: string }
