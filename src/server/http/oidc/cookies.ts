import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { JWTPayload } from 'jose'
import { basePathOf, isSecure } from '../origin'
import { type Sealer, sealer } from '../sealed'
import type { SignedIn } from '../signed-in'
import type { Checks } from './provider'

/** The session that a browser had when it was sent to the provider: its callback may come without the `Strict` cookie. */
export type Former = { kind: SignedIn['kind']; id: string }

/** A sign-in in progress: what its callback is checked against, and where the person was going, unless that is too long. */
export type Transaction = Checks & { next?: string; former: Former | null; isSilent: boolean }

/** Why a sign-in failed, shown on the sign-in page. */
export type Notice = { code: string; sentence: string }

const path = '/session/oidc'
const lifetime = 600
/** Maximum number of tabs that sign in at the same time. */
const maxTabs = 5

/** With it, and an address as long as fits, all headers are within the 4,096 bytes that nginx takes by default. */
const longestValue = 2000

/** Seals `whole`, or `shorter` if that would be too long. */
const sealedWithin = async (sealer: Sealer, whole: JWTPayload, shorter: JWTPayload) => {
  const end = new Date(Date.now() + lifetime * 1000)
  const sealed = await sealer.seal(whole, end)
  return sealed.length <= longestValue ? sealed : sealer.seal(shorter, end)
}

/** Lax, because the provider redirects back; each tab has its own cookie, named after its state. */
const options = (c: Context, path: string) =>
  ({ httpOnly: true, sameSite: 'Lax', path: basePathOf(c) + path, secure: isSecure(c) }) as const

const prefix = (c: Context) => (isSecure(c) ? '__Secure-' : '')

const transactionPrefix = (c: Context) => `${prefix(c)}quarterdeck_oidc_`

const transactionName = (c: Context, state: string) =>
  `${transactionPrefix(c)}${createHash('sha256').update(state).digest('hex').slice(0, 16)}`

const noticeName = (c: Context) => `${prefix(c)}quarterdeck_notice`

/** The short-lived, sealed cookies of a sign-in at the provider. */
export const oidcCookies = (secret: string) => {
  const transactions: Sealer = sealer(secret, 'sign-in')
  const notices: Sealer = sealer(secret, 'sign-in notice')
  return {
    begin: async (c: Context, transaction: Transaction) => {
      const waiting = Object.keys(getCookie(c)).filter((name) => name.startsWith(transactionPrefix(c)))
      for (const name of waiting.slice(0, Math.max(0, waiting.length - maxTabs + 1)))
        deleteCookie(c, name, options(c, path))
      const { next: _, ...checks } = transaction
      const sealed = await sealedWithin(transactions, transaction, checks)
      setCookie(c, transactionName(c, transaction.state), sealed, { ...options(c, path), maxAge: lifetime })
    },
    /** Reads and deletes the transaction of this state. */
    take: async (c: Context, state: string): Promise<Transaction | null> => {
      const name = transactionName(c, state)
      const sealed = getCookie(c, name)
      if (sealed === undefined) return null
      deleteCookie(c, name, options(c, path))
      const opened = await transactions.open(sealed)
      return opened?.state === state ? (opened as unknown as Transaction) : null
    },
    notify: async (c: Context, notice: Notice) => {
      const sealed = await sealedWithin(notices, notice, { ...notice, sentence: `${notice.sentence.slice(0, 400)}…` })
      setCookie(c, noticeName(c), sealed, { ...options(c, '/'), maxAge: lifetime })
    },
    /** Reads and deletes the notice, so that reloading the sign-in page clears it. */
    takeNotice: async (c: Context): Promise<Notice | null> => {
      const sealed = getCookie(c, noticeName(c))
      if (sealed === undefined) return null
      deleteCookie(c, noticeName(c), options(c, '/'))
      const opened = await notices.open(sealed)
      return opened ? { code: String(opened.code), sentence: String(opened.sentence) } : null
    },
  }
}
