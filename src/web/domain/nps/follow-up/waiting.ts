import { serverNow } from '../../../lib/api/server-clock'
import { categoryOf } from '../score'

const hour = 60 * 60 * 1000

/** Hours within which to reply. */
export const followUpHours = 48

type Answer = {
  id: string
  score?: number | null
  category?: string | null
  responseDate?: string | null
  followUpRequired?: boolean | null
  followUpCompleted?: boolean | null
}

const order = { detractor: 0, passive: 1, promoter: 2 }

/** Waiting responses: detractors, passives, promoters; within each the longest waiting first. */
export const queueOf = <A extends Answer>(answers: A[]): A[] => {
  const rank = ({ score, category }: A) => order[categoryOf(score, category) ?? 'promoter']
  return answers
    .filter(({ followUpRequired, followUpCompleted }) => followUpRequired === true && followUpCompleted !== true)
    .toSorted((a, b) => rank(a) - rank(b) || momentOf(a) - momentOf(b))
}

/** True if the server doesn’t say whether some responses need a follow-up. */
export const isFollowUpUnknown = ({ followUpRequired, followUpCompleted }: Answer) =>
  typeof followUpRequired !== 'boolean' && followUpCompleted !== true

const momentOf = ({ responseDate }: Answer) => (responseDate && Date.parse(responseDate)) || 0

export type Clock = { waited: number; left: number; tone: 'bad' | 'attention' | 'calm' }

/** Whole hours waited and left of 48, negative when overdue. Null without a date. */
export const clockOf = ({ responseDate }: Answer, now: Date = serverNow()): Clock | null => {
  const given = responseDate ? Date.parse(responseDate) : Number.NaN
  if (Number.isNaN(given)) return null
  const hours = Math.max(0, (now.getTime() - given) / hour)
  const waited = Math.floor(hours)
  // Overdue by a part of an hour is overdue by one.
  const left = hours > followUpHours ? Math.min(-1, followUpHours - waited) : followUpHours - waited
  return { waited, left, tone: left < 0 ? 'bad' : left <= followUpHours / 2 ? 'attention' : 'calm' }
}

/** "3 h left", "23 h overdue"; in days from two days overdue. */
export const clockText = ({ left }: Clock) => {
  if (left >= 0) return `${left} h left`
  const over = -left
  return over < 48 ? `${over} h overdue` : `${Math.floor(over / 24)} days overdue`
}
