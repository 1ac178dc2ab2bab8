import { articleOf } from '../../lib/text/with-article'
import type { More } from '../rule-parts'
import { fieldName, fieldParts, isObject, lowered, oneValue, quoted, thing, valueText } from './labels'
import { listed, type Prose, say, strong } from './prose'

/** Splits text into literals and {{placeholders}}. */
export const slots = (text: string, kind: 'strong' | 'quote' = 'strong'): Prose =>
  text
    .split(/(\{\{[^{}]*\}\})/)
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith('{{') && part.endsWith('}}')
        ? { kind: 'slot', text: fieldName(part.slice(2, -2).trim()).toLowerCase() || part }
        : { kind, text: part },
    )

/** Hands out parameters one by one; whatever is left is listed at the end. */
export const taking = (entries: More) => {
  const left = new Map(entries)
  return {
    has: (name: string) => left.get(name) !== undefined && left.get(name) !== null,
    take: (name: string) => {
      const value = left.get(name)
      left.delete(name)
      return value
    },
    rest: (): Prose => moreProse([...left]),
  }
}

export type Config = ReturnType<typeof taking>

/** ", with grace hours 3 and retries 2": parameters without a phrase of their own. */
export const moreProse = (more: More): Prose =>
  more.length === 0
    ? []
    : say`, with ${listed(
        more.map(([name, value]) => say`${lowered(name) || quoted(name)} ${slots(oneValue(value))}`),
        'and',
      )}`

export const entriesOf = (config: unknown): More =>
  isObject(config) ? Object.entries(config) : config === null || config === undefined ? [] : [['configuration', config]]

export const given = (config: Config, name: string, lead: string): Prose =>
  config.has(name) ? say`${lead}${slots(oneValue(config.take(name)))}` : []

/** Message text, in quotes. */
export const quotedGiven = (config: Config, name: string, lead: string): Prose =>
  config.has(name) ? say`${lead}${slots(quoted(valueText(config.take(name))), 'quote')}` : []

export const fieldOf = (field: unknown, entity: string | null | undefined): Prose => {
  const [owner, name] = fieldParts(valueText(field))
  return say`the ${strong(name)} of ${article(thing(owner ?? entity))}`
}

export const article = (noun: string): Prose => say`${articleOf(noun)} ${strong(noun)}`
