import { dayLong } from '../../contract/core/days'
import { serverNow } from '../lib/api/server-clock'
import { localDayOf } from '../lib/local-day'
import { daysUntil, inDays } from '../ui/format/days-from-today'
import { formatDay, formatInstant, formatNumber } from '../ui/format/format'
import type { BadgeProps } from '../ui/status-badge'

const soon = 30

const lifetimes = [
  { label: '30 days', days: 30 },
  { label: '90 days', days: 90 },
  { label: '1 year', days: 365 },
  { label: 'Never', days: null },
]

/** When the keys that the user creates must expire: with their own. A person's session is no limit, as their role remains. */
export const latestEnd = (own: { kind?: string | null; expiresAt?: string | null } | undefined) =>
  own?.kind === 'person' ? null : own?.expiresAt

/** Expiry choices for a new key, none later than that of the key creating it. */
export const endsToChoose = (ownEnd?: string | null, at = serverNow().getTime()) => {
  const ends = lifetimes.map(({ label, days }) => ({
    label,
    end: days === null ? null : new Date(at + days * dayLong).toISOString(),
  }))
  if (!ownEnd) return ends
  const sooner = ends.filter(({ end }) => end && Date.parse(end) < Date.parse(ownEnd))
  return [...sooner, { label: 'With your key', end: ownEnd }]
}

/** Expiry of the user’s key, where a replacement would outlive it. */
export const endOfReplacement = (
  { createdAt, expiresAt }: { createdAt?: string | null; expiresAt?: string | null },
  ownEnd?: string | null,
  at = serverNow().getTime(),
): string | undefined => {
  if (!ownEnd) return undefined
  const end = expiresAt ? at + Date.parse(expiresAt) - Date.parse(createdAt ?? '') : Number.POSITIVE_INFINITY
  return end <= Date.parse(ownEnd) ? undefined : ownEnd
}

type Key = { expiresAt?: string | null; revokedAt?: string | null }

export const hasEnded = ({ expiresAt, revokedAt }: Key, at = serverNow().getTime()) =>
  Boolean(revokedAt) || (Boolean(expiresAt) && Date.parse(expiresAt ?? '') <= at)

const few = 5

/** "“Reports”, “Backup”", the first few of them: a notice above the keys is no second list of them. */
export const keyNames = (keys: { name?: string | null }[]) => {
  const names = keys.slice(0, few).map(({ name }) => `“${name}”`)
  return names.join(', ') + (keys.length > few ? ` and ${formatNumber(keys.length - few)} more` : '')
}

/** Expiry as a status; keys that never expire are highlighted. */
export const endOf = ({ expiresAt, revokedAt }: Key, at = serverNow().getTime()): BadgeProps => {
  if (revokedAt) return { tone: 'bad', glyph: 'gone', word: `Revoked ${formatDay(new Date(revokedAt))}` }
  if (!expiresAt) return { tone: 'attention', glyph: 'soon', word: 'Never' }
  const end = new Date(expiresAt)
  const date = formatDay(end)
  if (end.getTime() <= at) return { tone: 'bad', glyph: 'gone', word: `Expired ${date}` }
  const left = daysUntil(localDayOf(end), new Date(at)) ?? 0
  if (left <= soon)
    return { tone: 'attention', glyph: 'soon', word: `${left === 0 ? formatInstant(end) : date}, ${inDays(left)}` }
  return { tone: 'good', glyph: 'done', word: date }
}
