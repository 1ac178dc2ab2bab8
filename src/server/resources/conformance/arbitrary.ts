import fc from 'fast-check'
import type { z } from 'zod/mini'
import { instant as contractInstant } from '../../../contract/core/endpoint'
import { contract } from '../../../contract/index'
import { sampleCompany } from '../../testing/server'
import type { Records } from '../registry'
import type { Resource } from './model'

/* Records that the contract allows, made from the contract: few values, so that ties are the rule, and awkward ones. */

const awkward = fc.constantFrom(
  'Ørsted',
  'orsted',
  'apple',
  'Apple',
  'Éclair',
  "O'Hara",
  '100%',
  'a_b',
  'a\\b',
  'ΟΔΟΣ',
  'İstanbul',
  'straße',
  '株式会社',
  '😀 Smile & Co',
  '<script>alert(1)</script>',
  '"; drop table companies; --',
  '\uFFFF',
  ' ',
  '',
  'x'.repeat(300),
)
const text = fc.oneof(
  { weight: 3, arbitrary: awkward },
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((any) => any.replaceAll('\0', '')),
)

const instant = fc.oneof(
  { weight: 8, arbitrary: fc.nat(4).map((days) => `2026-03-0${days + 1}T09:15:00.000Z`) },
  fc.constantFrom('2026-03-01T00:00:00.000Z', '2026-03-01T23:59:59.999Z', '2024-02-29T12:00:00.001Z'),
  fc.constantFrom('0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'),
)
const int = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.constantFrom(2 ** 31 - 1, -(2 ** 31)))
const number = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }))

/** A few repeated ids, so that filters by id match several records. */
const shared = fc.sample(fc.uuid(), { numRuns: 4, seed: 1 })
const sharedId = fc.constantFrom(...shared)

/** What a schema of the contract says of itself, by its type. */
export type Def = {
  type: string
  format?: string
  shape?: Record<string, z.core.$ZodType>
  element?: z.core.$ZodType
  innerType?: z.core.$ZodType
  getter?: () => z.core.$ZodType
  entries?: Record<string, string>
}

const anyOf = (schema: z.core.$ZodType, depth = 0): fc.Arbitrary<unknown> => {
  const def = schema._zod.def as Def
  const inner = (part: z.core.$ZodType | undefined) => anyOf(part as z.core.$ZodType, depth + 1)
  switch (def.type) {
    case 'nullable':
      return fc.option(inner(def.innerType), { freq: 3 })
    case 'optional':
      return inner(def.innerType)
    case 'object':
      return fc.record(Object.fromEntries(Object.entries(def.shape ?? {}).map(([key, part]) => [key, inner(part)])))
    case 'array':
      return depth > 4 ? fc.constant([]) : fc.array(inner(def.element), { maxLength: 3 })
    case 'lazy':
      return inner(def.getter?.())
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries ?? {}))
    case 'string':
      return def.format === 'guid' ? sharedId : schema === contractInstant ? instant : text
    case 'number':
      return def.format ? int : number
    case 'boolean':
      return fc.boolean()
    case 'record':
      return fc.dictionary(text, fc.jsonValue(), { maxKeys: 3 })
    case 'unknown':
      return fc.jsonValue()
    default:
      throw new Error(`There is no arbitrary for ${def.type}.`)
  }
}

/** The records that generated records refer to. */
export const someCompanies = [
  sampleCompany({ id: shared[0] as string, name: 'Zeta' }),
  sampleCompany({ id: shared[1] as string, name: 'éclair' }),
  sampleCompany({ id: shared[2] as string, name: 'Eclair' }),
]
export const someSurveys = [shared[0], shared[1]] as string[]

const oneCompany = fc.constantFrom(...someCompanies.map(({ id, name }) => ({ id, name })))
const companyId = oneCompany.map(({ id }) => id)
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 3 })

/** Beyond the contract’s types: references exist, and scores are from 0 to 10. */
const narrower: Partial<Record<Resource, Record<string, fc.Arbitrary<unknown>>>> = {
  npsResponses: { score: fc.nat(10), surveyId: orNull(fc.constantFrom(...someSurveys)) },
  briefSchedules: { companyId },
  npsSurveys: { id: fc.uuid() },
  devices: { deviceTypeId: orNull(sharedId), locationId: orNull(sharedId) },
}
const references: Record<string, fc.Arbitrary<unknown>> = {
  companyId: orNull(companyId),
  company: orNull(oneCompany),
  companyIds: fc.uniqueArray(companyId),
}

/** Up to 24 records of a resource with distinct ids. */
export const recordsOf = <R extends Resource>(resource: R): fc.Arbitrary<Records[R][]> => {
  const { data } = contract[resource].get.response.shape
  const fields = Object.entries<z.core.$ZodType>(data.shape).map(([key, schema]) => {
    const known = narrower[resource]?.[key] ?? references[key]
    const isId = key === 'id' && (schema._zod.def as Def).format !== 'guid'
    return [key, known ?? (key === 'id' ? (isId ? anyId : fc.uuid()) : anyOf(schema))]
  })
  const record = fc.record(Object.fromEntries(fields)) as unknown as fc.Arbitrary<Records[R]>
  return fc.uniqueArray(record, { maxLength: 24, selector: (one) => (one as { id: string }).id })
}

/** The specification types some ids as plain text. */
const anyId = fc.oneof(
  fc.uuid(),
  text.map((any) => `x${any.slice(0, 200)}`),
)
