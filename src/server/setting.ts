import fs from 'node:fs'

/**
 * An environment variable. A secret may instead be in a file that `<NAME>_FILE` names. `read` throws the end of a sentence that
 * starts with the name: "must be ...".
 */
export type Setting<T> = { name: string; initial?: string; meaning: string; secret?: true; read: (text: string) => T }

export const setting = <S extends Setting<unknown>>(it: S) => it

/** Characters that the secret of sessions must have. */
export const leastSecretLength = 32

export const fail = (message: string): never => {
  throw new Error(message)
}

export const readFile = (path: string) => {
  try {
    return fs.readFileSync(path, 'utf8')
  } catch (error) {
    return fail(`must name a file that can be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

export const urlOf = (text: string) => (URL.canParse(text) ? new URL(text) : null)
