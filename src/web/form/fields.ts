import type { FieldErrors, Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'
import type { WriteEndpoint } from '../../contract/core/endpoint'
import type { AnyRecord } from '../record/record-type'

export type FieldSpec = {
  label: string
  hint?: string
  /** A code is written in capitals, however it is typed. */
  kind?: 'number' | 'url' | 'notes' | 'code'
  /** Labels of enum values. */
  words?: Record<string, string>
  /** Values to choose from; others are accepted. Read when the field gets focus. */
  options?: (record: AnyRecord) => { value: string; label: string }[]
  /** What a new value does to the rest of the record, said before it is saved; null if nothing. */
  effect?: (record: AnyRecord, text: string) => string | null
  /** Maximum length, counted beside the label. */
  max?: number
  /** Replaces the contract’s message if the API cannot clear the field. */
  emptied?: string
  /** The API accepts null, which an empty field sends. */
  clears?: true
  /** Half width. */
  half?: boolean
}

/** Every field of the operation must be listed; TypeScript checks it. */
export type FieldSpecs<E extends WriteEndpoint> = { [K in keyof z.output<E['body']> & string]-?: FieldSpec }

export type Specs = Record<string, FieldSpec>
/** Text of the form’s controls. */
export type Texts = Record<string, string>
type Fields = Record<string, unknown>

/** Record values as text; missing values are empty. */
export const textsOf = (specs: Specs, record: Fields): Texts =>
  Object.fromEntries(
    Object.keys(specs).map((key) => [
      key,
      record[key] === null || record[key] === undefined ? '' : String(record[key]),
    ]),
  )

/** The text that is saved: trimmed, unless the saved value has the same surrounding blanks. */
export const cleaned = ({ kind }: Pick<FieldSpec, 'kind'>, saved: string | undefined, text: string) => {
  if (text === saved) return text
  return kind === 'code' ? text.trim().toUpperCase() : text.trim()
}

export const changedKeys = (specs: Specs, before: Texts, now: Texts) =>
  Object.keys(specs).filter((key) => now[key] !== before[key])

/** True if all fields match one of these versions, so no one else changed them. */
export const matchesSomeVersion = (current: Texts, ...versions: (Texts | undefined)[]) =>
  Object.keys(current).every((key) => versions.some((version) => version?.[key] === current[key]))

/** Text to API value; invalid numbers stay text for the contract to reject. */
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

/** Validation messages by field. */
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

/** Validates changed fields with the operation’s schema, in the context of the saved ones. */
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
