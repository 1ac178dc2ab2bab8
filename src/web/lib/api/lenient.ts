import type { z } from 'zod/mini'

/**
 * The guarantees for any server’s response: IDs exist; other fields may be null or absent; enums may have unknown
 * values.
 */
export type Lenient<T> = T extends string
  ? string
  : T extends readonly (infer I)[]
    ? Lenient<I>[]
    : T extends object
      ? { [K in keyof T as K extends 'id' ? K : never]: T[K] } & {
          [K in keyof T as K extends 'id' ? never : K]?: Lenient<T[K]> | null
        }
      : T

type Def = {
  type: string
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Coerces a response to the lenient type; values of the wrong type become null. */
export const lenient = (schema: z.core.$ZodType, value: unknown): unknown => {
  const def = schema._zod.def as Def
  switch (def.type) {
    case 'nullable':
    case 'optional':
      return def.innerType ? lenient(def.innerType, value) : null
    case 'object':
      return isObject(value) ? readObject(def.shape ?? {}, value) : null
    case 'array':
      return Array.isArray(value) && def.element ? readArray(def.element, value) : null
    case 'string':
    case 'enum':
      return typeof value === 'string' ? value : null
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : null
    case 'boolean':
      return typeof value === 'boolean' ? value : null
    case 'record':
      return isObject(value) ? value : null
    default:
      return value ?? null
  }
}

/** Null if it must have an ID and has none. */
const readObject = (shape: Record<string, z.core.$ZodType>, value: Record<string, unknown>) => {
  const read: Record<string, unknown> = {}
  for (const key in shape) read[key] = lenient(shape[key] as z.core.$ZodType, value[key])
  return 'id' in shape && read.id === null ? null : read
}

/** Records without an ID are dropped. */
const readArray = (element: z.core.$ZodType, values: unknown[]) =>
  values.map((value) => lenient(element, value)).filter((value) => value !== null)
