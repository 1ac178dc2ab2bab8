/** One name of the environment. `read` throws the end of a sentence that begins with the name: "must be ...". */
export type Setting<T> = { name: string; initial?: string; meaning: string; secret?: true; read: (text: string) => T }

export const setting = <S extends Setting<unknown>>(it: S) => it

export const wrong = (message: string): never => {
  throw new Error(message)
}

export const urlOf = (text: string) => (URL.canParse(text) ? new URL(text) : null)
