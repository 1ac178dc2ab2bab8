/** The person who requests a page. */
export type Visitor = {
  cookies: Record<string, string | undefined>
  /** The origin that the visitor's browser sees. */
  origin: string
  /** Whether there is a session cookie. Whether it is valid is known after an API call. */
  signedIn: boolean
  /** Calls the API as this person; resolves to null without a session. Null where a page should not wait for the API. */
  fetch: ((path: string, signal: AbortSignal) => Promise<Response | null>) | null
}

/** Answers with a file or a page of the web app; null where there is neither. */
export type WebApp = (request: Request, visitor: Visitor) => Promise<Response | null>
