import fs from 'node:fs'

/**
 * One name of the environment. A secret may also be in a file, which the name with _FILE at its end names. `read` throws the end of a sentence that begins with the name: "must be ...".
 */
export type Setting<T> = { name: string; initial?: string; meaning: string; secret?: true; read: (text: string) => T }

export const setting = <S extends Setting<unknown>>(it: S) => it

export const wrong = (message: string): never => {
  throw new Error(message)
}

export const readFile = (path: string) => {
  try {
    return fs.readFileSync(path, 'utf8')
  } catch (error) {
    return wrong(`must name a file that can be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

export const urlOf = (text: string) => (URL.canParse(text) ? new URL(text) : null)
