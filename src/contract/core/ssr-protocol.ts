/* What the server and the web app agree on for a page that is drawn before any script of it has run. */

/** The sign-in page, for who is on the way to `here`, a path with its search. */
export const signInUrl = (here: string) => `/sign-in${here === '/' ? '' : `?next=${encodeURIComponent(here)}`}`

/** Settings of one page that only the reader's computer knows, and tells by cookies of these names, each in a form of its own. */
export const cookiePreferenceNames = ['columns', 'views', 'handled'] as const
export type CookiePreferences = Partial<Record<(typeof cookiePreferenceNames)[number], string>>

/** Where a drawn page has the styles of its kind: after the frame, and before what needs them. The app leaves alone what is in it. */
export const pageStylesId = 'page-styles'
/** Where it has its title and its own styles, which no other page has: after what pages of a kind share. */
export const pageHeadId = 'page-own'
/** The last part of the frame of a page. */
export const frameEndId = 'main-pages'

/** In the place of one that is too long for a cookie: who is told so leaves the page to its script. */
export const tooLong = 'too long'

/** Who reads, and where: how numbers, money and dates are written, the zone of instants, the origin of the console. */
export type RequestContext = { locale: string; zone: string; origin: string; preferences: CookiePreferences }

/**
 * Asks the API at a path in the reader's name. Whoever knows an answer already says its ETag, and is told 304 while it is the
 * reader's too. Rejects when it cannot be had, or not soon enough.
 */
export type ServerFetch = (path: string, known?: string) => Promise<Response>

/** What a page is drawn from: for whom, when by the server's clock, and what the API answered, by the keys of its script's queries. */
export type DehydratedState = {
  reader: Pick<RequestContext, 'locale' | 'zone' | 'preferences'>
  date: string
  read: [key: readonly unknown[], data: unknown][]
}

/**
 * What stands in a page. Its `style` attributes are rules of `styles`, since the page's policy allows no others. `data` is what
 * was read for it, as a `DehydratedState` in JSON for its script; null when that is nothing.
 */
export type RenderResult = { title: string; html: string; styles: string; data: string | null }

/** The page at an address. */
export type CreatePageRenderer = (at: { pathname: string; search: string }) => {
  /** What it asks of the API first, as a path, where that can be told from its address. */
  asks: string | null
  /**
   * As its script would draw it: with all that it asks for, and with what holds the place of what cannot be had. Without `ask`
   * with nothing else. Rejects when what the app shows cannot be drawn outside a browser.
   */
  draw: (reader: RequestContext, ask: ServerFetch | null) => Promise<RenderResult>
}
