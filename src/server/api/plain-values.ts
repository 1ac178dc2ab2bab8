import * as z from 'zod/mini'
import { isUuid } from '../../contract/core/canonical-id'
import { instant, uuid } from '../../contract/core/endpoint'

/**
 * The value as the database stores it: UUIDs in lower case, instants in UTC, zero without a sign. `isTextId` names fields of plain text
 * in which UUIDs are lower-cased too. What the schema doesn't describe (`z.record`) is unchanged: it may be another system's.
 */
export const plainValue = (
  value: unknown,
  schema: z.core.$ZodType,
  isTextId: (field: string) => boolean = () => false,
  field = '',
): unknown => {
  const { innerType, out } = schema._zod.def as { innerType?: z.core.$ZodType; out?: z.core.$ZodType }
  const inner = innerType ?? out
  if (inner) return plainValue(value, inner, isTextId, field)
  if (Array.isArray(value))
    return schema instanceof z.ZodMiniArray
      ? value.map((one) => plainValue(one, schema.def.element, isTextId, field))
      : value
  if (typeof value === 'string') {
    if (schema === instant) return instant.safeParse(value).success ? new Date(value).toISOString() : value
    return (schema === uuid || isTextId(field)) && isUuid(value) ? value.toLowerCase() : value
  }
  if (value === 0) return 0
  if (!(schema instanceof z.ZodMiniObject) || typeof value !== 'object' || value === null) return value
  const fields = schema.shape as Record<string, z.core.$ZodType>
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [
      name,
      fields[name] && Object.hasOwn(fields, name) ? plainValue(one, fields[name], isTextId, name) : one,
    ]),
  )
}
