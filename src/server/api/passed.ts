import type { AuthResult, Caller } from './keys'

/** Authentication results of one page render, so that a page's requests authenticate once. */
export type AuthMemo = Map<string, Promise<AuthResult>>

/** What is passed to the API beside a request, in this process: nothing of it can come from a client. */
export type Passed = {
  authMemo?: AuthMemo | undefined
  /** The person whose session the request belongs to. */
  person?: Caller | undefined
  /** Whether the session that the request belongs to is still valid. */
  isSessionValid?: (() => Promise<boolean>) | undefined
}

/** The API, our own or another server's. */
export type ApiHandler = (request: Request, passed?: Passed) => Promise<Response>
