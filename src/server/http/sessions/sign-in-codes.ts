import { randomBytes } from 'node:crypto'

const lifetime = 10 * 60_000

/** One-time codes for the sign-in links of the start screen. Kept in memory: a restart ends them all. */
export const createSignInCodes = (now = Date.now) => {
  const codes = new Map<string, number>()
  return {
    issue: () => {
      const code = randomBytes(24).toString('base64url')
      codes.set(code, now() + lifetime)
      return code
    },
    /** True once for a code that was issued in the last ten minutes. */
    redeem: (code: string) => {
      const expiresAt = codes.get(code)
      codes.delete(code)
      return expiresAt !== undefined && expiresAt > now()
    },
  }
}
