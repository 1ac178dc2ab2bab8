import { sql } from 'kysely'
import type { Executor } from '../db/database'

/** All ids, names and addresses of a person; the same address may belong to several records. */
export type Person = { ids: string[]; emails: string[]; names: string[] }

type Row = { id: string | null; email: string | null; name: string | null }

/** Every table that names people by id or email address. */
const sources = [
  { from: 'users t', id: 't.id::text', email: 't.email', name: 't.full_name' },
  { from: 'company_users t', id: 't.id::text', email: 't.email', name: 't.full_name' },
  { from: 'enrollments t', id: `t."user" ->> 'id'`, email: `t."user" ->> 'email'`, name: `t."user" ->> 'fullName'` },
  { from: 'certificates t', id: `t."user" ->> 'id'`, email: 'null', name: `t."user" ->> 'fullName'` },
  { from: 'nps_responses t', id: 'null', email: 't.respondent_email', name: 't.respondent_name' },
]

/** Finds a person by id or email address, then by whatever was found, until nothing new turns up. */
export const findPerson = async (executor: Executor, idOrEmail: string): Promise<Person | null> => {
  const given = idOrEmail.trim().toLowerCase()
  const known = { keys: new Set([given]), ids: new Set<string>(), emails: new Set<string>(), names: new Set<string>() }
  for (let size = 0; size < known.keys.size; ) {
    size = known.keys.size
    for (const { id, email, name } of await rowsOf(executor, [...known.keys])) {
      if (id) known.ids.add(id.toLowerCase())
      if (email) known.emails.add(email.toLowerCase())
      if (name?.trim()) known.names.add(name.trim())
      for (const key of [id, email]) if (key) known.keys.add(key.toLowerCase())
    }
  }
  const { ids, emails, names } = known
  return ids.size + emails.size === 0 ? null : { ids: [...ids], emails: [...emails], names: [...names] }
}

const rowsOf = async (executor: Executor, keys: string[]) => {
  const parts = sources.map(({ from, id, email, name }) => {
    const [ids, emails] = [sql.raw(`lower(${id})`), sql.raw(`lower(${email})`)]
    return sql`
      select ${sql.raw(id)} as id, ${sql.raw(email)} as email, ${sql.raw(name)} as name from ${sql.raw(from)}
      where ${ids} = any (${keys}) or ${emails} = any (${keys})`
  })
  const { rows } = await sql<Row>`${sql.join(parts, sql` union `)}`.execute(executor)
  return rows
}

export const erased = '[erased]'

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** A PostgreSQL regular expression that matches names as whole words. */
export const patternsOf = ({ ids, emails, names }: Person) =>
  [...ids, ...emails, ...names].map((text) => `(?<!\\w)${escaped(text)}(?!\\w)`)

/** An audit value without the person: references become null, names and addresses are blanked in every text. */
export const without = ({ ids, emails, names }: Person) => {
  const texts = [...emails, ...names].map(
    (text) => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(text)}(?![\\p{L}\\p{N}])`, 'giu'),
  )
  const isHer = (value: unknown) => typeof value === 'string' && ids.includes(value.toLowerCase())
  const strip = (value: unknown): unknown => {
    if (isHer(value)) return null
    if (typeof value === 'string') return texts.reduce((text, one) => text.replace(one, erased), value)
    if (Array.isArray(value)) return value.map(strip)
    if (typeof value !== 'object' || value === null) return value
    if ('id' in value && isHer(value.id)) return null
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, strip(part)]))
  }
  return strip
}
