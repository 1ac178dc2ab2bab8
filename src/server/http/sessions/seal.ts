import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { cannotUse, makeDataFolder, requireOwner } from '../../db/embedded/data-folder'
import { leastSecretLength } from '../../setting'
import { sealer } from '../sealed'

/** The sealed content of the session cookie: session, key, browser and times. */
export type Session = { id: string; key: string; browser: string; beganAt: Date; expiresAt: Date }

const halfDay = 12 * 3_600_000

/** Whole seconds, as in the sealed claims. */
const inSeconds = (time: number) => new Date(Math.floor(time / 1000) * 1000)

/** Encrypts sessions with a key derived from the secret, and decrypts them. */
export const createSessionSeal = (secret: string, now = () => new Date()) => {
  const { seal, open } = sealer(secret, 'session', now)
  return {
    /** Lasts twelve hours, or until the key expires. */
    seal: async (key: string, keyExpiresAt: Date | null, browser: string) => {
      const beganAt = inSeconds(now().getTime())
      const latest = Math.min(now().getTime() + halfDay, keyExpiresAt?.getTime() ?? Number.POSITIVE_INFINITY)
      const session: Session = { id: randomUUID(), key, browser, beganAt, expiresAt: inSeconds(latest) }
      const claims = { jti: session.id, iat: beganAt.getTime() / 1000, key, browser }
      return { sealed: await seal(claims, session.expiresAt), session }
    },
    /** Null if it was not sealed by us, was changed, or has expired. */
    open: async (sealed: string): Promise<Session | null> => {
      const { jti, key, browser, iat, exp } = (await open(sealed)) ?? {}
      if (jti === undefined || typeof key !== 'string' || typeof browser !== 'string') return null
      if (iat === undefined || exp === undefined) return null
      return { id: jti, key, browser, beganAt: new Date(iat * 1000), expiresAt: new Date(exp * 1000) }
    },
  }
}

export type SessionSeal = ReturnType<typeof createSessionSeal>

/**
 * The secret in the data folder, readable by its owner only; created on the first start. With an embedded database root is refused first
 * where the database would be: see `requireOwner`.
 */
export const loadOrCreateSecret = async (folder: string, isEmbedded: boolean): Promise<string> => {
  await makeDataFolder(folder)
  const file = path.join(folder, 'secret')
  const isNew = !existsSync(file)
  if (isNew && isEmbedded) requireOwner(folder, path.join(folder, 'database'))
  try {
    if (isNew) await createSecret(file)
    const secret = await fs.readFile(file, 'utf8')
    if (secret.length >= leastSecretLength) return secret
  } catch (error) {
    throw cannotUse(folder, error)
  }
  throw new Error(
    `The session secret in ${file} is incomplete, so sessions would not be safe. Delete the file and start again; everyone then has to sign in again.`,
  )
}

/** Complete under its name from the first moment, even if the process is killed or another one starts as well. */
const createSecret = async (file: string) => {
  const temporary = `${file}.${randomUUID()}`
  try {
    await fs.writeFile(temporary, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx', flush: true })
    await fs
      .link(temporary, file)
      // Some file systems have no hard links. A copy may be seen before it is complete, and is refused then.
      .catch(() => fs.copyFile(temporary, file, fs.constants.COPYFILE_EXCL))
      .catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      })
  } finally {
    await fs.rm(temporary, { force: true })
  }
}
