import type { FieldErrors, Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { WriteEndpoint } from '../../contract/core/endpoint'

export type FieldSpec = {
  label: string
  hint?: string
  kind?: 'number' | 'url' | 'notes'
  /** For an enum: what its values are called. */
  words?: Record<string, string>
  /** The length that is counted beside the label. */
  max?: number
  /** Said in place of the contract's words when the API cannot take the field back to empty. */
  emptied?: string
  /** The API takes null for it, which is what an emptied field sends. */
  clears?: true
  /** Stands beside the next field where there is room. */
  half?: boolean
}

/** One for every field that the operation takes: one too many or one forgotten does not compile. */
export type FieldSpecs<E extends WriteEndpoint> = { [K in keyof z.output<E['body']> & string]-?: FieldSpec }

export type Specs = Record<string, FieldSpec>
/** What stands in the form's controls. */
export type Texts = Record<string, string>
type Fields = Record<string, unknown>

/** A record's values as a person types them; what is missing is an empty field. */
export const textsOf = (specs: Specs, record: Fields): Texts =>
  Object.fromEntries(
    Object.keys(specs).map((key) => [
      key,
      record[key] === null || record[key] === undefined ? '' : String(record[key]),
    ]),
  )

/** Without surrounding blanks, which nobody sees; a field that was saved with some keeps them until it is changed. */
export const trimmed = (saved: string | undefined, text: string) => (text === saved ? text : text.trim())

export const changedKeys = (specs: Specs, before: Texts, now: Texts) =>
  Object.keys(specs).filter((key) => now[key] !== before[key])

/** Whether every field stands as in one of these versions, so that nobody else has written into it. */
export const matchesSomeVersion = (current: Texts, ...versions: (Texts | undefined)[]) =>
  Object.keys(current).every((key) => versions.some((version) => version?.[key] === current[key]))

/** A field's text as the value that goes over the wire; text that is no number stays text, for the contract to refuse. */
export const typedValue = (spec: FieldSpec | undefined, text: string): unknown => {
  if (spec?.clears && text === '') return null
  if (spec?.kind !== 'number') return text
  const plain = text
    .trim()
    .replaceAll(/[\s,’]/g, '')
    .replace('−', '-')
  return plain === '' || Number.isNaN(Number(plain)) ? text : Number(plain)
}

export const bodyOf = (specs: Specs, keys: string[], texts: Texts) =>
  Object.fromEntries(keys.map((key) => [key, typedValue(specs[key], texts[key] ?? '')]))

/** What the contract has against the given fields: "Must be 1 to 255 characters." by field. */
export const issuesOf = (endpoint: WriteEndpoint, body: Fields): Record<string, string> => {
  const result = endpoint.body.safeParse(body)
  if (result.success) return {}
  return Object.fromEntries(
    result.error.issues.map(({ path, message }) => [
      String(path[0]),
      `${message.charAt(0).toUpperCase()}${message.slice(1)}.`,
    ]),
  )
}

/** Checks the fields that differ from the saved ones, which are its context, by the operation's own schema. */
export const contractResolver =
  (endpoint: WriteEndpoint, specs: Specs): Resolver<Texts, Texts> =>
  (texts, saved = {}) => {
    const issues = issuesOf(endpoint, bodyOf(specs, changedKeys(specs, saved, texts), texts))
    const errors: FieldErrors<Texts> = Object.fromEntries(
      Object.entries(issues).map(([key, issue]) => {
        const message = (texts[key] === '' && specs[key]?.emptied) || issue
        return [key, { type: 'contract', message }]
      }),
    )
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: texts, errors: {} }
  }
