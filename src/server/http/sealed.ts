import { hkdfSync } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { jwtDecrypt } from 'jose/jwt/decrypt'
import { EncryptJWT } from 'jose/jwt/encrypt'

/** Encrypts small objects for one purpose, into text that only this secret opens, for a limited time. */
export const sealer = (secret: string, purpose: string, now = () => new Date()) => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', `quarterdeck ${purpose}`, 32))
  return {
    seal: (claims: JWTPayload, expiresAt: Date) =>
      new EncryptJWT(claims)
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(expiresAt)
        .encrypt(key),
    /** Null if it was not sealed by us, was changed, or has expired. */
    open: async (sealed: string): Promise<JWTPayload | null> => {
      const algorithms = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
      const opened = await jwtDecrypt(sealed, key, { ...algorithms, currentDate: now() }).catch(() => null)
      return opened?.payload ?? null
    },
  }
}

export type Sealer = ReturnType<typeof sealer>
