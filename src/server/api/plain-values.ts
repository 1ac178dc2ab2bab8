import * as z from 'zod/mini'
import { isUuid } from '../../contract/core/canonical-id'
import { instant } from '../../contract/core/endpoint'

/** Ids of external systems stay as they are. */
const isOurId = /^(?!external).*(^i|I)ds?$/

/**
 * A value with UUIDs in lower case and instants in UTC, as they are stored and looked up where they are texts. What the schema leaves
 * open, as the configuration of an action, may be another system's and stays as it is.
 */
export const plainValue = (value: unknown, schema: z.core.$ZodType, field = ''): unknown => {
  const { innerType, out } = schema._zod.def as { innerType?: z.core.$ZodType; out?: z.core.$ZodType }
  if (innerType ?? out) return plainValue(value, (innerType ?? out) as z.core.$ZodType, field)
  if (Array.isArray(value))
    return schema instanceof z.ZodMiniArray ? value.map((one) => plainValue(one, schema.def.element, field)) : value
  if (typeof value === 'string') {
    if (schema === instant) return instant.safeParse(value).success ? new Date(value).toISOString() : value
    return isOurId.test(field) && isUuid(value) ? value.toLowerCase() : value
  }
  if (!(schema instanceof z.ZodMiniObject) || typeof value !== 'object' || value === null) return value
  const fields = schema.shape as Record<string, z.core.$ZodType | undefined>
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, fields[name] ? plainValue(one, fields[name], name) : one]),
  )
}
