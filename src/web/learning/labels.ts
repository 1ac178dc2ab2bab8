import { serverNow } from '../lib/api/server-clock'
import { daysUntil, inDays, isWithin } from '../ui/format/days-from-today'
import { plural } from '../ui/format/format'
import { localDayText } from '../ui/format/local-day-text'
import { type BadgeProps, unknownBadge } from '../ui/status-badge'

type Enrollment = {
  progress?: number | null
  startedAt?: string | null
  completedAt?: string | null
  dueDate?: string | null
}

const dueSoon = 30

/** Progress and deadline. The due day counts. As in all counts, what has a completion date is completed. */
export const enrollmentState = (
  { progress, startedAt, completedAt, dueDate }: Enrollment,
  now: Date = serverNow(),
): BadgeProps => {
  if (completedAt) return { tone: 'calm', glyph: 'done', word: 'Completed' }
  const left = daysUntil(dueDate, now)
  if (left !== null && left < 0)
    return { tone: 'bad', glyph: 'error', word: `Overdue by ${plural(-left, 'day', 'days')}` }
  if (left !== null && isWithin(left, dueSoon)) return { tone: 'attention', glyph: 'soon', word: `Due ${inDays(left)}` }
  if (!startedAt && typeof progress !== 'number') return unknownBadge
  const hasStarted = startedAt || (progress ?? 0) > 0
  return hasStarted
    ? { tone: 'good', glyph: 'active', word: 'In progress' }
    : { tone: 'calm', glyph: 'draft', word: 'Not started' }
}

type Certificate = { isRevoked?: boolean | null; revokedAt?: string | null; expiresAt?: string | null }

const expiresSoon = 60

/** Validity. The expiry day counts. */
export const certificateState = (
  { isRevoked, revokedAt, expiresAt }: Certificate,
  now: Date = serverNow(),
): BadgeProps => {
  if (isRevoked || revokedAt) return { tone: 'bad', glyph: 'gone', word: 'Revoked' }
  const left = daysUntil(expiresAt, now)
  if (left !== null && left < 0) return { tone: 'bad', glyph: 'gone', word: 'Expired' }
  if (left !== null && isWithin(left, expiresSoon))
    return { tone: 'attention', glyph: 'soon', word: `Expires ${inDays(left)}` }
  return isRevoked === false ? { tone: 'good', glyph: 'done', word: 'Valid' } : unknownBadge
}

/** Reason for a revocation, as the two parts of a notice. */
export const revocation = ({
  isRevoked,
  revokedAt,
  revokedReason,
}: Certificate & { revokedReason?: string | null }) => {
  if (!isRevoked && !revokedAt) return null
  return {
    what: revokedAt ? `Revoked on ${localDayText(revokedAt)}.` : 'Revoked.',
    why: revokedReason ? `“${revokedReason}”` : 'No reason given.',
  }
}

/** "Recognise phishing in five minutes: Helen Tranter", or whichever part is given. */
export const courseAndPerson = (
  course: { title?: string | null } | null | undefined,
  user: { fullName?: string | null } | null | undefined,
) => [course?.title, user?.fullName].filter(Boolean).join(': ')
