import { serverNow } from '../lib/api/server-clock'
import { formatDay } from '../ui/format/format'
import type { BadgeProps } from '../ui/status-badge'

const day = 24 * 60 * 60 * 1000
const soon = 30

type Key = { expiresAt?: string | null; revokedAt?: string | null }

export const hasEnded = ({ expiresAt, revokedAt }: Key, at = serverNow().getTime()) =>
  Boolean(revokedAt) || (Boolean(expiresAt) && Date.parse(expiresAt ?? '') <= at)

/** How a key ends, as a state: what never ends needs somebody, because nobody will notice it. */
export const endOf = ({ expiresAt, revokedAt }: Key, at = serverNow().getTime()): BadgeProps => {
  if (revokedAt) return { tone: 'bad', glyph: 'gone', word: `Revoked ${formatDay(new Date(revokedAt))}` }
  if (!expiresAt) return { tone: 'attention', glyph: 'soon', word: 'Never' }
  const left = Math.ceil((Date.parse(expiresAt) - at) / day)
  const date = formatDay(new Date(expiresAt))
  if (left <= 0) return { tone: 'bad', glyph: 'gone', word: `Ended ${date}` }
  if (left <= soon)
    return { tone: 'attention', glyph: 'soon', word: `${date}, in ${left === 1 ? '1 day' : `${left} days`}` }
  return { tone: 'good', glyph: 'done', word: date }
}
