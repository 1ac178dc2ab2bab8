import type { z } from 'zod/mini'
import type { Def } from '../../src/server/resources/conformance/arbitrary'

export const someId = '5b0e6c1a-93d7-4f0e-8a42-7c19e0d4b6f3'

/**
 * A record of a schema with the same text in every text field, or with `null` in every field but the id. Enum values
 * are text too, because other servers may have other values, unless they are `known`.
 */
export const recordOf = (
  schema: z.core.$ZodType,
  text: string | null,
  words: 'any' | 'known' = 'any',
  depth = 0,
): unknown => {
  const def = schema._zod.def as Def
  const inner = (part: z.core.$ZodType | undefined) => recordOf(part as z.core.$ZodType, text, words, depth + 1)
  if (def.type === 'object')
    return Object.fromEntries(
      Object.entries(def.shape ?? {}).map(([key, part]) => [
        key,
        key === 'id' ? someId : text === null ? null : inner(part),
      ]),
    )
  if (text === null) return null
  switch (def.type) {
    case 'nullable':
    case 'optional':
      return inner(def.innerType)
    case 'lazy':
      return inner(def.getter?.())
    case 'array':
      return depth > 6 ? [] : [inner(def.element)]
    case 'string':
      return def.format === 'guid' ? someId : def.format === 'datetime' ? '2026-11-23T09:41:00.000Z' : text
    case 'number':
      return 7
    case 'boolean':
      return true
    case 'enum':
      return words === 'known' ? Object.values(def.entries ?? {})[0] : text
    case 'record':
      return { [text.slice(0, 40)]: text }
    default:
      return text
  }
}
