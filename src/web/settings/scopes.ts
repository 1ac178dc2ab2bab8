import { resourceOf, type Scope, scopes } from '../../contract/core/scopes'
import { holderOf } from '../lib/api/scopes'
import { capitalize } from '../lib/text/capitalize'

/** Whose scopes limit what can be granted or ended. A server may not give them. */
export type ScopeHolder = { kind?: string | null; scopes?: readonly string[] | null }

/** Scope labels, with a note on what write means where it is not obvious. */
export const areas: { resource: string; label: string; note?: string }[] = [
  { resource: 'companies', label: 'Companies' },
  { resource: 'users', label: 'Users', note: 'contacts and staff' },
  { resource: 'nps-responses', label: 'NPS responses', note: 'write = follow-up' },
  { resource: 'nps-surveys', label: 'NPS surveys' },
  { resource: 'budgets', label: 'Budgets' },
  { resource: 'goals', label: 'Goals' },
  { resource: 'briefs', label: 'Client briefs', note: 'write = contents and schedules' },
  { resource: 'automation', label: 'Automation rules', note: 'write = turn on/off' },
  { resource: 'reports', label: 'Reports' },
  { resource: 'report-schedules', label: 'Report schedules' },
  { resource: 'dashboards', label: 'External dashboards' },
  { resource: 'devices', label: 'Devices' },
  { resource: 'enrollments', label: 'Enrollments' },
  { resource: 'certificates', label: 'Certificates' },
  { resource: 'compliance', label: 'Compliance templates' },
  { resource: 'views', label: 'Shared views' },
]

export const scopeOf = (resource: string, access: 'read' | 'write' | 'manage') =>
  scopes.find((scope) => resourceOf(scope) === resource && scope.endsWith(`:${access}`))

export const hasAll = (held: readonly string[]) => scopes.every((scope) => held.includes(scope))

/** Why the user’s key or role cannot grant these scopes, or end a key that has them. Undefined if it can, or that is unknown. */
export const missingScopesText = (wanted: readonly string[], own: ScopeHolder | undefined): string | undefined => {
  const held = own?.scopes
  if (!held || hasAll(held)) return undefined
  const missing = wanted.filter((scope) => !held.includes(scope))
  return missing.length > 0 ? `Your ${holderOf(own)} is missing ${missing.join(', ')}` : undefined
}

/** Scopes to start a new key from, of those that the user holds. */
export const presetsFor = (held: readonly string[]): Record<string, Scope[]> => {
  const own = scopes.filter((scope) => held.includes(scope))
  return {
    'Read only': own.filter((scope) => scope.endsWith(':read')),
    'Everything but keys': own.filter((scope) => scope !== 'keys:manage'),
  }
}

export const hasSame = (some: readonly Scope[], others: readonly Scope[]) =>
  some.length === others.length && some.every((scope) => others.includes(scope))

const reads = areas.filter(({ resource }) => scopeOf(resource, 'read')).length

const listed = (names: string[]) =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '')

const labels = (held: readonly string[], access: 'read' | 'write') =>
  areas
    .filter(({ resource }) => held.includes(scopeOf(resource, access) ?? ''))
    .map(({ label }) => label.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase()))

/** "Read companies and reports; change companies; manage keys". Unknown scopes are shown as they are. */
export const inWords = (held: readonly string[]) => {
  const [read, write] = [labels(held, 'read'), labels(held, 'write')]
  const unknown = held.filter((scope) => !scopes.includes(scope as Scope))
  const parts = [
    read.length === reads ? 'read everything' : read.length > 0 ? `read ${listed(read)}` : '',
    write.length > 0 ? `change ${listed(write)}` : '',
    held.includes('briefs:send') ? 'email client briefs' : '',
    held.includes('keys:manage') ? 'manage keys' : '',
    held.includes('brand:manage') ? 'change the brand' : '',
    held.includes('sessions:manage') ? 'end sessions of others' : '',
    ...unknown,
  ].filter(Boolean)
  const text = parts.join('; ') || 'nothing'
  return capitalize(text)
}
