import { hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import { EncryptJWT, jwtDecrypt } from 'jose'

/** What the browser's cookie holds, sealed: which session it is, the key that it signed in with, and until when. */
export type Session = { id: string; key: string; expiresAt: Date }

const halfDay = 12 * 3_600_000

/** Seals sessions into text that only this secret opens, and opens them again. */
export const sessionSeal = (secret: string, now = () => new Date()) => {
  const sealingKey = new Uint8Array(hkdfSync('sha256', secret, '', 'quarterdeck session', 32))
  return {
    /** Twelve hours, and never longer than the key itself is good for. */
    seal: async (key: string, keyExpiresAt: Date | null) => {
      const latest = Math.min(now().getTime() + halfDay, keyExpiresAt?.getTime() ?? Number.POSITIVE_INFINITY)
      // Whole seconds, as the sealed claim has them.
      const expiresAt = new Date(Math.floor(latest / 1000) * 1000)
      const sealed = await new EncryptJWT({ key })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setJti(randomUUID())
        .setExpirationTime(expiresAt)
        .encrypt(sealingKey)
      return { sealed, expiresAt }
    },
    /** Null for what was not sealed here, was tampered with, or has expired. */
    open: async (sealed: string): Promise<Session | null> => {
      const algorithms = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }
      const opened = await jwtDecrypt(sealed, sealingKey, { ...algorithms, currentDate: now() }).catch(() => null)
      const { jti, key, exp } = opened?.payload ?? {}
      if (jti === undefined || typeof key !== 'string' || exp === undefined) return null
      return { id: jti, key, expiresAt: new Date(exp * 1000) }
    },
  }
}

export type SessionSeal = ReturnType<typeof sessionSeal>

/** The secret kept in the data folder, for its owner's eyes only; made on the first start. */
export const keptSecret = async (folder: string): Promise<string> => {
  const file = path.join(folder, 'secret')
  try {
    await fs.mkdir(folder, { recursive: true, mode: 0o700 })
    await fs.writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' }).catch(unlessThere)
    return await fs.readFile(file, 'utf8')
  } catch (error) {
    throw new Error(
      `The data folder ${folder} cannot be used: ${(error as Error).message}. Set QUARTERDECK_DATA to another folder.`,
    )
  }
}

const unlessThere = (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EEXIST') throw error
}
