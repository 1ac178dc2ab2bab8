import { addDays } from '../../../contract/core/days'
import { figureDays, monthDays } from '../../../contract/figures/client-figures'
import {
  type HealthLevel,
  healthOf,
  isInactive,
  type Judged,
  type JudgedFigure,
  levelOf,
  type Thresholds,
} from '../../../contract/figures/client-health'
import { healthStatus } from '../../domain/client-health/labels'
import { plural } from '../../ui/format/format'
import { type Client, isBriefLast, listed, valueText } from './sentences'

/* What moved a client's health since a month ago, as far as records say. */

/** The figures that can be worked out for a day in the past. */
const names = {
  score: 'score',
  outOfWarranty: 'warranties',
  goalsOverdue: 'overdue goals',
  trainingDone: 'training',
  daysSinceReport: 'the last report or brief',
} as const satisfies Partial<Record<JudgedFigure, string>>
type FigureWithPast = keyof typeof names
const withPast = Object.keys(names) as FigureWithPast[]

const isKnown = (value: number | null | undefined): value is number => typeof value === 'number'

/** Those figures a month ago, undefined where they are unknown. */
const monthAgo = ({ lastMonth }: Client): Judged => ({
  score: lastMonth?.scoreBefore,
  answers: lastMonth?.answersBefore,
  outOfWarranty: lastMonth?.outOfWarrantyBefore,
  goalsOverdue: lastMonth?.goalsOverdueBefore,
  goals: isKnown(lastMonth?.goalsOverdueBefore) ? 1 : 0,
  trainingDone: lastMonth?.trainingDoneBefore,
  daysSinceReport: lastMonth?.daysSinceReportBefore,
})

type Levels = Record<'was' | 'is', HealthLevel | null>
type Move = Levels & { figure: FigureWithPast }

/** The health by these figures then and now, and the figures whose level changed. */
export const movesOf = (client: Client, thresholds: Thresholds): Levels & { moves: Move[] } => {
  const before = monthAgo(client)
  const now = Object.fromEntries(
    ['answers', 'goals', ...withPast].map((key) => [key, client[key as FigureWithPast]]),
  ) as Judged
  return {
    was: healthOf(before, thresholds).level,
    is: healthOf(now, thresholds).level,
    moves: withPast
      .map((figure) => ({ figure, was: levelOf(before, figure, thresholds), is: levelOf(now, figure, thresholds) }))
      .filter(({ was, is }) => was !== is),
  }
}

const word = (level: HealthLevel | null) => (level === null ? 'Not judged' : healthStatus.labels[level])

/** "Health went from Good to Watch. Changed: warranties (Good to Watch)." Null where the client has none of the figures. */
export const movedText = (client: Client, thresholds: Thresholds): { text: string; basis: string } | null => {
  if (isInactive(client)) return null
  const { was, is, moves } = movesOf(client, thresholds)
  const judged = withPast.filter((figure) => client[figure] !== undefined).map((figure) => names[figure])
  if (judged.length === 0) return null
  const basis = `Judged by what was recorded a month ago: ${listed(judged)}.`
  if (was === null && is === null) return { text: 'Health can’t be judged, then or now.', basis }
  const health =
    was === is ? `Health is ${word(is)}, the same as a month ago` : `Health went from ${word(was)} to ${word(is)}`
  const changed = moves.map((move) => `${names[move.figure]} (${word(move.was)} to ${word(move.is)})`)
  // By all figures it may be another, and then the basis is no detail.
  const isWhole = is === healthOf(client, thresholds).level
  const sentences = [
    `${health}${isWhole ? '' : `, judged by ${listed(judged)}`}`,
    changed.length > 0 && `Changed: ${listed(changed)}`,
  ]
  return { text: sentences.flatMap((sentence) => (sentence ? `${sentence}.` : [])).join(' '), basis }
}

/** `shows` names what the link leads to, where that is not just what the text tells of. */
type Moved = { text: string; href: string; shows?: string }

/** A figure that changed, or that an event of the days could have changed; each leads to its own list. */
type FigureMoved = {
  figure: FigureWithPast
  name: string
  event: string | false
  /** The event alone would make the figure larger. */
  raises?: boolean
  ofEvent: Omit<Moved, 'text'>
  ofAll: Omit<Moved, 'text'>
}

/** What the days since `from` changed, each with the list that shows it. */
export const movedTexts = (client: Client, from: string, yesterday: string): Moved[] => {
  const { scoreBefore, answersBefore, startedWaiting, warrantiesEnded, goalsBecameOverdue, trainingCompleted } =
    client.lastMonth ?? {}
  const before = monthAgo(client)
  const address = (path: string, query: Record<string, string> = {}) =>
    `${path}?${new URLSearchParams({ companyId: client.id, ...query })}`
  const changeText = (name: string, figure: FigureWithPast) => {
    const [was, is] = [before[figure], client[figure]]
    if (!isKnown(was) || !isKnown(is) || was === is) return ''
    return `${name}: ${valueText(figure, was)} → ${valueText(figure, is)}`
  }
  const sentenceOf = ({ figure, name, event, raises }: FigureMoved) => {
    const change = changeText(name, figure)
    if (!change || !event) return change || event
    const isAgainst = raises && (client[figure] ?? 0) < (before[figure] ?? 0)
    return isAgainst ? `${change}, although ${event}` : `${change}. ${event}`
  }
  /** Each goal that became overdue still is, so the rest of those overdue a month ago no longer are. */
  const noLongerOverdue = (before.goalsOverdue ?? 0) + (goalsBecameOverdue ?? 0) - (client.goalsOverdue ?? 0)
  const completions = { sortColumn: 'completed_at' }
  const figures: FigureMoved[] = [
    {
      figure: 'outOfWarranty',
      name: 'Out of warranty',
      event:
        isKnown(warrantiesEnded) &&
        warrantiesEnded > 0 &&
        `${plural(warrantiesEnded, 'warranty', 'warranties')} of devices in use ended`,
      raises: true,
      ofEvent: { href: address('/devices', { inUse: 'true', warrantyAfter: from, warrantyBefore: yesterday }) },
      ofAll: {
        href: address('/devices', { inUse: 'true', sortBy: 'warranty_end', sortDesc: 'false' }),
        shows: 'Devices in use',
      },
    },
    {
      figure: 'goalsOverdue',
      name: 'Overdue goals',
      event:
        isKnown(goalsBecameOverdue) &&
        goalsBecameOverdue > 0 &&
        `${plural(goalsBecameOverdue, 'goal', 'goals')} became overdue${isKnown(before.goalsOverdue) && isKnown(client.goalsOverdue) && noLongerOverdue > 0 ? `, ${plural(noLongerOverdue, 'no longer is', 'no longer are')}` : ''}`,
      ofEvent: { href: `${address('/due', { kind: 'goals', days: String(monthDays) })}#goals-past` },
      ofAll: {
        href: address('/goals', { sortColumn: 'due_date', sortDesc: 'false' }),
        shows: 'All goals, earliest due first',
      },
    },
    {
      figure: 'trainingDone',
      name: 'Training done',
      event:
        isKnown(trainingCompleted) &&
        trainingCompleted > 0 &&
        `${plural(trainingCompleted, 'enrollment was', 'enrollments were')} completed`,
      raises: true,
      // The days of figures are those of UTC. These are counted from the day after `from`, which is a month ago.
      ofEvent: {
        href: address('/training/enrollments', { ...completions, completedAfter: `${addDays(from, 1)}T00:00:00.000Z` }),
      },
      ofAll: { href: address('/training/enrollments', completions), shows: 'All enrollments, last completed first' },
    },
  ]
  const moved: (Moved | false | '')[] = [
    isKnown(answersBefore) && {
      text: scoreText(client, scoreBefore, answersBefore),
      href: address('/nps/review'),
    },
    isKnown(startedWaiting) &&
      startedWaiting > 0 && {
        text: `${plural(startedWaiting, 'response received in this period still waits', 'responses received in this period still wait')} for a reply.`,
        href: address('/nps/follow-up'),
        shows: 'Everyone who is waiting',
      },
    ...figures.map((one) => {
      const text = sentenceOf(one)
      return text && { text: `${text}.`, ...(one.event ? one.ofEvent : one.ofAll) }
    }),
    isKnown(client.daysSinceReport) && {
      text: reportText(client, client.daysSinceReport, before.daysSinceReport),
      href: isBriefLast(client) ? `/companies/${client.id}/brief` : address('/reports', { status: 'published' }),
    },
  ]
  return moved.filter((one): one is Moved => Boolean(one))
}

const days = (count: number) => plural(count, 'day', 'days')

const reportText = (client: Client, now: number, before: number | null | undefined) => {
  if (now >= monthDays)
    return `No report was published${client.lastBriefAt === undefined ? '' : ' and no brief emailed'}: the latest is ${days(now)} old.`
  const last = isBriefLast(client) ? 'The last brief was emailed' : 'The last published report was created'
  return `${last} ${days(now)} ago; ${isKnown(before) ? `a month ago the latest was ${days(before)} old` : 'there was none a month ago'}.`
}

const scoreText = (client: Client, before: number | null | undefined, answersBefore: number) => {
  const [now, answers] = [client.score, client.answers ?? 0]
  const responses = (count: number) => plural(count, 'response', 'responses')
  const was = isKnown(before) && `${valueText('score', before)} (${responses(answersBefore)})`
  if (!isKnown(now))
    return `No responses in ${figureDays} days, so there is no score now; a month ago ${was ? `it was ${was}` : 'there was none either'}.`
  const is = `${valueText('score', now)} (${responses(answers)})`
  if (!was) return `The score is ${is}; there was none a month ago.`
  if (now === before) return `The score is ${is}, the same as a month ago (${responses(answersBefore)}).`
  return `The score ${now > (before ?? now) ? 'rose' : 'fell'} from ${was} to ${is}.`
}

/** What the records don't keep, so nothing can be said of it. */
export const untold =
  'Replies, earlier sign-ins, earlier budgets and device retirements aren’t recorded by day, so their effect over the month isn’t known.'
