import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { basePathOf, isSecure } from '../origin'

/** The prefix keeps other hosts of the domain from setting it; browsers accept it over TLS only, and __Host- for a whole host only. */
const nameOf = (c: Context) => {
  if (!isSecure(c)) return 'quarterdeck_session'
  return `${basePathOf(c) === '' ? '__Host-' : '__Secure-'}quarterdeck_session`
}

const options = (c: Context) =>
  ({ httpOnly: true, sameSite: 'Strict', path: basePathOf(c) || '/', secure: isSecure(c) }) as const

/** The session cookie’s value, valid or not. */
export const readSessionCookie = (c: Context) => getCookie(c, nameOf(c))

/** For signing out only: a late refusal of an ended session would also delete the cookie of the sign-in after it. */
export const clearSessionCookie = (c: Context) => deleteCookie(c, nameOf(c), options(c))

/** Without an expiry the cookie ends when the browser is closed. */
export const setSessionCookie = (c: Context, sealed: string, end: Date | null) =>
  setCookie(c, nameOf(c), sealed, { ...options(c), ...(end && { expires: end, maxAge: secondsUntil(end) }) })

const secondsUntil = (instant: Date) => Math.max(0, Math.floor((instant.getTime() - Date.now()) / 1000))
