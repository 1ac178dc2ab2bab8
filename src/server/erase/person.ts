import { type RawBuilder, sql } from 'kysely'
import type { Executor } from '../db/database'
import { fold } from '../db/list-engine/search-text'

/**
 * All ids, names and addresses of a person; the same address may belong to several records. `ownNames` identify this
 * person alone; `otherNames` do not: they are single words, or shared with `others`.
 */
export type Person = {
  ids: string[]
  emails: string[]
  names: string[]
  ownNames: string[]
  otherNames: { name: string; others: string[] }[]
}

type Row = { id: string | null; email: string | null; name: string | null }

/** Creators and editors that are people; those that are keys go by the name of the key. */
const creators = `
  select creator from (
    select created_by as creator from budgets
    union all select created_by from automation_rules
    union all select updated_by from automation_rules) all_creators
  where creator ->> 'id' not in (select id::text from api_keys)`

/** Every table that names people by id or email address. */
const sources = [
  { from: 'users t', id: 't.id::text', email: 't.email', name: 't.full_name' },
  { from: 'company_users t', id: 't.id::text', email: 't.email', name: 't.full_name' },
  { from: 'enrollments t', id: `t."user" ->> 'id'`, email: `t."user" ->> 'email'`, name: `t."user" ->> 'fullName'` },
  { from: 'certificates t', id: `t."user" ->> 'id'`, email: 'null', name: `t."user" ->> 'fullName'` },
  { from: 'nps_responses t', id: 'null', email: 't.respondent_email', name: 't.respondent_name' },
  { from: `(${creators}) t`, id: `t.creator ->> 'id'`, email: 'null', name: `t.creator ->> 'name'` },
  ...['id', 'userId'].map((id) => ({
    ...{
      from: 'audit_events t',
      id: `t.person ->> '${id}'`,
      email: `t.person ->> 'email'`,
      name: `t.person ->> 'name'`,
    },
  })),
  {
    ...{ from: 'person_sessions t', id: 't.person_id::text' },
    ...{ email: `t.person ->> 'email'`, name: `t.person ->> 'name'` },
  },
  ...['brief_schedules t, unnest(t.addresses) one', 'brief_deliveries t, unnest(t.recipients) one'].map((from) => ({
    ...{ from, id: 'null', email: 'one', name: 'null' },
  })),
  ...['brief_schedules t', 'brief_deliveries t'].map((from) => ({
    ...{ from, id: 'null', email: 't.reply_to', name: 'null' },
  })),
]

/** Finds a person by id or email address, then by whatever was found, until nothing new turns up. */
export const findPerson = async (executor: Executor, idOrEmail: string): Promise<Person | null> => {
  const given = idOrEmail.trim().toLowerCase()
  const known = { keys: new Set([given]), ids: new Set<string>(), emails: new Set<string>(), names: new Set<string>() }
  for (let size = 0; size < known.keys.size; ) {
    size = known.keys.size
    const keys = [...known.keys]
    const isKnown = (row: Columns) => sql`${isAnyCaseOf(row.id, keys)} or ${isAnyCaseOf(row.email, keys)}`
    for (const { id, email, name } of await rowsOf(executor, isKnown)) {
      if (id) known.ids.add(id.toLowerCase())
      if (email) known.emails.add(email.toLowerCase())
      if (name?.trim()) known.names.add(name.trim())
      for (const key of [id, email]) if (key) known.keys.add(key.toLowerCase())
    }
  }
  const { ids, emails, names } = known
  if (ids.size + emails.size === 0) return null
  const found = { ids: [...ids], emails: [...emails], names: [...names] }
  return { ...found, ...(await splitNames(executor, found)) }
}

/** A single word such as IT, or a name that others have, also within a longer one, tells no one apart. */
const splitNames = async (executor: Executor, { ids, emails, names }: Pick<Person, 'ids' | 'emails' | 'names'>) => {
  const isOther = ({ id, email, name }: Columns) => sql`
    (${isAnyCaseOf(name, names)} or ${name} ~ any (${names.filter(isSeveralWords).map(namePattern)}))
    and coalesce(${id}, ${email}) is not null
    and coalesce(not ${isAnyCaseOf(id, ids)}, true) and coalesce(not ${isAnyCaseOf(email, emails)}, true)`
  const namesakes = await rowsOf(executor, isOther)
  const emailOf = new Map(namesakes.map(({ id, email }) => [email && id, email]))
  const shared = names.map((name) => {
    const isSame = (other: string) =>
      isSeveralWords(name) ? wholeName(name).test(other) : other.toLowerCase() === name.toLowerCase()
    const same = namesakes.filter((other) => isSame(other.name?.trim() ?? ''))
    const others = same.flatMap(({ id, email }) => email ?? emailOf.get(id) ?? id ?? [])
    return { name, others: [...new Set(others)].sort() }
  })
  const isOwn = ({ name, others }: (typeof shared)[number]) => others.length === 0 && isSeveralWords(name)
  return { ownNames: shared.filter(isOwn).map(({ name }) => name), otherNames: shared.filter((one) => !isOwn(one)) }
}

const isSeveralWords = (name: string) => /\s/.test(name)

type Columns = Record<'id' | 'email' | 'name', RawBuilder<unknown>>

const rowsOf = async (executor: Executor, isWanted: (row: Columns) => RawBuilder<unknown>) => {
  const parts = sources.map(({ from, id, email, name }) => {
    return sql`
      select ${sql.raw(id)} as id, ${sql.raw(email)} as email, ${sql.raw(name)} as name from ${sql.raw(from)}
      where ${isWanted({ id: sql.raw(id), email: sql.raw(email), name: sql.raw(`btrim(${name})`) })}`
  })
  const { rows } = await sql<Row>`${sql.join(parts, sql` union `)}`.execute(executor)
  return rows
}

export const erased = '[erased]'

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** A PostgreSQL regular expression for a text in whatever case. SQL's own folding depends on the locale. */
const inAnyCase = (text: string) =>
  Array.from(text, (letter) => {
    const cases = [letter, letter.toLowerCase(), letter.toUpperCase(), ...(fold(letter) === 'σ' ? 'σς' : '')]
    const same = new Set(cases.filter((one) => one.length === letter.length && fold(one) === fold(letter)))
    return same.size > 1 ? `[${[...same].join('')}]` : escaped(letter)
  }).join('')

/** Whether a column holds one of these texts, in whatever case. */
export const isAnyCaseOf = (column: RawBuilder<unknown>, texts: string[]) =>
  texts.length === 0 ? sql`false` : sql`${column} ~ ${`^(?:${texts.map(inAnyCase).join('|')})$`}`

/** In the text of a row quotation marks are doubled, and escaped in JSON before, as backslashes are in both. */
const asInRow = (pattern: string) => pattern.replaceAll('\\\\', '\\\\+').replaceAll('"', '\\\\*"{1,2}')

/** Where a word begins; in JSON a line break before it is an escape that ends in a letter. */
const beginsInRow = '(?:(?<!\\w)|(?<=\\\\[bfnrt]))'
const namePattern = (name: string) => `${beginsInRow}${asInRow(inAnyCase(name))}(?!\\w)`
const wholeName = (name: string) => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, 'iu')

/** Not within a longer address: punctuation belongs to an address only after a letter or digit. */
const emailPattern = (email: string) =>
  `(?:(?<!\\w[.!#$%&'*+^~-]*)|(?<=\\\\[bfnrt]))${asInRow(inAnyCase(email))}(?![\\w-]|[.]\\w)`
const wholeEmail = (email: string) => {
  const word = '[\\p{L}\\p{N}_]'
  return new RegExp(`(?<!${word}[.!#$%&'*+^~\\-]*)${escaped(email)}(?!${word}|-|[.]${word})`, 'iu')
}

/** PostgreSQL regular expressions that match a person's ids, addresses and names in the text of a row. */
export const patternsOf = ({ ids, emails, ownNames }: Person, names = ownNames) => [
  ...[...ids, ...names].map(namePattern),
  ...emails.map(emailPattern),
]

/** An audit value without the person: references become null, names and addresses are blanked in every text. */
export const without = ({ ids, emails, ownNames }: Person) => {
  const texts = [...emails.map(wholeEmail), ...ownNames.map(wholeName)].map(({ source }) => new RegExp(source, 'giu'))
  const isThisPerson = (value: unknown) => typeof value === 'string' && ids.includes(value.toLowerCase())
  const strip = (value: unknown): unknown => {
    if (isThisPerson(value)) return null
    if (typeof value === 'string') return texts.reduce((text, one) => text.replace(one, erased), value)
    if (Array.isArray(value)) return value.map(strip)
    if (typeof value !== 'object' || value === null) return value
    if ('id' in value && isThisPerson(value.id)) return null
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, strip(part)]))
  }
  return strip
}
