import type { ComponentProps, ReactNode } from 'react'
import type { FieldErrors, Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'
import { documented, type WriteEndpoint } from '../../contract/core/endpoint'
import { readTyped, typedNumber } from '../lib/text/typed-number'
import type { AnyRecord } from '../record/record-type'

/** `now` is the text of the field, and `input` what an element that holds text is given. */
export type ControlProps = {
  label: string
  now: string
  onChoose: (text: string) => void
  input: ComponentProps<'input'> & { id: string }
}

/** How a form shows a field. */
export type FieldSpec = {
  label: string
  hint?: string
  /** A code is written in capitals, however it is typed. */
  kind?: 'notes' | 'code' | 'day'
  /** In place of a text field. */
  control?: (props: ControlProps) => ReactNode
  /** The first day to choose. */
  from?: string
  /** A count, whatever number the API takes. */
  whole?: boolean
  /** What an empty field means. */
  placeholder?: string | undefined
  /** Labels of enum values. */
  words?: Record<string, string>
  /** What null is called among the values of an enum: it can be left, but not chosen again. */
  none?: string
  /** Values to choose from; others are accepted. Read when the field gets focus. */
  options?: (record: AnyRecord) => { value: string; label: string }[]
  /** What a new value does to the rest of the record, said before it is saved; null if nothing. */
  effect?: (record: AnyRecord, text: string) => string | null
  /** Half width; another one follows or precedes it. */
  half?: boolean
}

/** A field with what its operation’s schema says of it. */
export type FormFieldSpec = Omit<FieldSpec, 'kind'> & {
  kind?: FieldSpec['kind'] | 'number' | 'url' | 'choices'
  /** Maximum length, counted beside the label. */
  max?: number
  /** The API accepts null, which an empty field sends. */
  clears?: boolean
}

/** Every field of the operation must be listed; TypeScript checks it. */
export type FieldSpecs<E extends WriteEndpoint> = { [K in keyof z.output<E['body']> & string]-?: FieldSpec }

export type Specs = Record<string, FormFieldSpec>
/** Text of the form’s controls. */
export type Texts = Record<string, string>
type Fields = Record<string, unknown>

type Def = { type: string; innerType?: z.core.$ZodType }

/** Adds what the operation’s schema says of each field. */
export const withSchema = (endpoint: WriteEndpoint, specs: Record<string, FieldSpec>): Specs =>
  Object.fromEntries(
    Object.entries(specs).map(([key, spec]) => [key, { ...rulesOf(endpoint.body.shape[key]), ...spec }]),
  )

const rulesOf = (schema: z.core.$ZodType | undefined): Partial<FormFieldSpec> => {
  if (!schema) return {}
  const { type, innerType } = schema._zod.def as Def
  if (innerType) return { ...rulesOf(innerType), ...(type === 'nullable' && { clears: true }) }
  if (type === 'number') return { kind: 'number' }
  if (type === 'array') return { kind: 'choices' }
  const { maxLength, format } = documented.get(schema) ?? {}
  return {
    ...(format === 'uri' && { kind: 'url' }),
    ...(typeof maxLength === 'number' && { max: maxLength }),
  }
}

/** Record values as the form's controls hold them; missing values are empty. */
export const textsOf = (specs: Specs, record: Fields): Texts =>
  Object.fromEntries(
    Object.entries(specs).map(([key, spec]) => {
      const value = record[key] ?? ''
      return [key, typeof value === 'number' ? typedNumber(value) : heldText(spec, String(value))]
    }),
  )

/** What the browser makes of a text: a field that nobody has typed into must not look changed. */
const heldText = ({ kind }: FormFieldSpec, text: string) => {
  if (kind === 'notes') return text.replace(/\r\n?/g, '\n')
  const line = text.replace(/[\r\n]+/g, ' ')
  return kind === 'url' ? line.trim() : line
}

/** The text that is saved: trimmed, unless the saved value has the same surrounding blanks. */
export const cleaned = ({ kind }: Pick<FormFieldSpec, 'kind'>, saved: string | undefined, text: string) => {
  if (text === saved) return text
  if (kind === 'notes') return text.trim()
  // A tab that came with a pasted text would be seen nowhere.
  const line = text.replace(/\p{Cc}+/gu, ' ').trim()
  return kind === 'code' ? line.toUpperCase() : line
}

/** Text to API value; invalid numbers stay text for the contract to reject. */
export const typedValue = (spec: FormFieldSpec | undefined, text: string): unknown => {
  if (spec?.clears && text === '') return null
  if (spec?.kind === 'choices') return text === '' ? [] : text.split(',')
  if (spec?.kind !== 'number') return text
  return readTyped(text) ?? text
}

/** Whether two texts are one value, as “1,284” and “1284” are. */
const isSame = (spec: FormFieldSpec | undefined, one = '', other = '') =>
  one === other || (spec?.kind === 'number' && typedValue(spec, one) === typedValue(spec, other))

export const changedKeys = (specs: Specs, before: Texts, now: Texts) =>
  Object.keys(specs).filter((key) => !isSame(specs[key], before[key], now[key]))

/** True if all these fields match one of these versions, so no one else changed them. */
export const matchesSomeVersion = (
  specs: Specs,
  current: Texts,
  versions: (Texts | undefined)[],
  keys = Object.keys(specs),
) => keys.every((key) => versions.some((version) => version && isSame(specs[key], version[key], current[key])))

/** What a form starts from. Without an ETag, a save compares it with the record as it is then. */
export type Version = {
  texts: Texts
  etag: string | null
  /** These texts, or those of some typed fields, come from a list’s row, which may be outdated or incomplete. */
  isFromList?: boolean
}

/**
 * Moves a form that started from a list’s row onto the record. A typed field whose saved value is another one keeps the list’s value,
 * so that saving shows the difference first.
 */
export const rebasedOn = (specs: Specs, listed: Texts, record: Version, now: Texts): Version => {
  const different = changedKeys(specs, listed, now).filter(
    (key) => !matchesSomeVersion(specs, record.texts, [listed, now], [key]),
  )
  if (different.length === 0) return record
  const kept = Object.fromEntries(different.map((key) => [key, listed[key] ?? '']))
  return { texts: { ...record.texts, ...kept }, etag: null, isFromList: true }
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

const cannotClear = 'This field can’t be empty. Enter a value, or discard the change.'
const isNoText = (spec: FormFieldSpec | undefined) => ['number', 'url', 'code'].includes(spec?.kind ?? '')

/** The API accepts fractions here, but a count must be whole. */
const isFractional = (spec: FormFieldSpec | undefined, value: unknown) =>
  spec?.whole && typeof value === 'number' && !Number.isInteger(value)

/** Validates changed fields with the operation’s schema, in the context of the saved ones. */
export const contractResolver =
  (endpoint: WriteEndpoint, specs: Specs): Resolver<Texts, Texts> =>
  (texts, saved = {}) => {
    const body = bodyOf(specs, changedKeys(specs, saved, texts), texts)
    const broken = Object.keys(body).filter((key) => isFractional(specs[key], body[key]))
    const issues = {
      ...Object.fromEntries(broken.map((key) => [key, 'Enter a whole number.'])),
      ...issuesOf(endpoint, body),
    }
    const errors: FieldErrors<Texts> = Object.fromEntries(
      Object.entries(issues).map(([key, issue]) => {
        const isEmptied = texts[key] === '' && isNoText(specs[key])
        const message = isEmptied ? cannotClear : issue
        return [key, { type: 'contract', message }]
      }),
    )
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: texts, errors: {} }
  }
