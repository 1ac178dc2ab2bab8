import { addDays } from '../../../contract/core/days'
import type { ChangedGoal, GoalChanges } from '../../../contract/figures/goal-changes'
import { answersOf, type Counts, npsOf } from '../../../contract/nps'
import { type Change, changesOf, type Event } from '../../record/history/changes'
import { dayText } from '../../ui/format/day'
import { formatNumber, plural } from '../../ui/format/format'
import { localDayText } from '../../ui/format/local-day-text'
import { formatPercent } from '../../ui/format/percent'
import { budgetHistory } from '../budgets/budget-history'
import { marginText } from '../nps/labels'
import type { Period } from '../nps/period'
import { changeOf } from '../nps/score'
import { npsText } from '../nps-text'

type Named = { id: string; fullName?: string | null; email?: string | null }
export type SinceBudget = {
  id: string
  title?: string | null
  currency?: string | null
  /** Newest first. */
  events: (Event & { at?: string | null; author: string | null })[]
}

/** What happened to a client between two days. A part is null if the server lacks it or this access excludes it. */
export type SinceData = {
  companyId: string
  /** Plain days where the user is, both included. */
  period: Period
  /** When what is told begins, in milliseconds: with the first day, or a little before it. */
  start: number
  /** As many days before. */
  before: Period
  score: { now: Counts; before: Counts } | null
  goals: GoalChanges | null
  budgets: SinceBudget[] | null
  warranties: number | null
  people: { came: Named[]; left: Named[]; silent: number } | null
}

export type Part = string | { text: string; href: string }
export const topics = ['score', 'goals', 'budgets', 'warranties', 'people'] as const
export type Topic = (typeof topics)[number]
type Sentence = { key: string; parts: Part[] }
export type TopicChanges = { topic: Topic; sentences: Sentence[] | null }

/* Sentences */

const few = 5

/** "A, B and 3 more" */
const listed = (parts: Part[]): Part[] => {
  const shown = parts.slice(0, few)
  const rest = parts.length - shown.length
  return shown.flatMap((part, at): Part[] => {
    const isLast = at === shown.length - 1
    const between = at === 0 ? [] : [isLast && rest === 0 ? ' and ' : ', ']
    return [...between, part, ...(isLast && rest > 0 ? [` and ${formatNumber(rest)} more`] : [])]
  })
}

const hrefOf = (path: string, query: Record<string, string>) => `${path}?${new URLSearchParams(query)}`
const goalLink = ({ id, title }: ChangedGoal): Part => ({ text: title || id, href: `/goals/${encodeURIComponent(id)}` })
const personLink = ({ id, fullName, email }: Named): Part => ({
  text: fullName || email || id,
  href: `/company-users/${encodeURIComponent(id)}`,
})

const scoreSentences = ({ companyId, period, before, score }: SinceData): Sentence[] | null => {
  if (!score) return null
  const [nps, was, change] = [npsOf(score.now), npsOf(score.before), changeOf(score.now, score.before)]
  if (nps === null) return []
  const responses: Part = {
    text: plural(answersOf(score.now), 'new response', 'new responses'),
    href: hrefOf('/nps/responses', { companyId, ...period }),
  }
  const margin = marginText(score.now)
  const sentences: Sentence[] = [
    { key: 'now', parts: [responses, ` with a score of ${npsText(nps)}${margin && ` (${margin} at 95%)`}.`] },
  ]
  if (was === null || !change)
    sentences.push({ key: 'before', parts: ['No responses in the same number of days before to compare with.'] })
  else {
    const { by, doubt } = change
    const earlier: Part = {
      text: plural(answersOf(score.before), 'response', 'responses'),
      href: hrefOf('/nps/responses', { companyId, ...before }),
    }
    sentences.push({
      key: 'before',
      parts: [
        by === 0
          ? 'The score is unchanged from'
          : `That is ${plural(Math.abs(by), 'point', 'points')} ${by > 0 ? 'higher' : 'lower'} than over`,
        ` the same number of days before (${by === 0 ? '' : `${npsText(was)} `}from `,
        earlier,
        ').',
        by === 0 || !doubt
          ? ''
          : doubt === 'few'
            ? ' Too few responses to tell whether this is a real change.'
            : ' The margins of error overlap, so this may be chance.',
      ],
    })
  }
  return sentences
}

const goalSentences = ({ goals }: SinceData): Sentence[] | null => {
  if (!goals) return null
  const { done, slipped, moved, added } = goals
  const sentence = (
    key: string,
    found: ChangedGoal[],
    words: (count: number) => string,
    detail?: (goal: ChangedGoal) => string,
  ) =>
    found.length === 0
      ? []
      : [
          {
            key,
            parts: [
              `${words(found.length)}: `,
              ...listed(
                found.map((goal) => {
                  const link = goalLink(goal)
                  return typeof link === 'string' || !detail
                    ? link
                    : { ...link, text: `${link.text} (${detail(goal)})` }
                }),
              ),
              '.',
            ],
          },
        ]
  const percent = (value: number | null | undefined) => formatPercent(value ?? 0)
  const byGoal = new Map(moved.map((move) => [move.goal, move]))
  return [
    ...sentence('done', done, (count) => `${plural(count, 'goal', 'goals')} done`),
    ...sentence(
      'slipped',
      slipped,
      (count) => `${plural(count, 'goal is past its due date', 'goals are past their due dates')} and not done`,
      ({ dueDate, progressPercentage }) => `due ${dayText(dueDate)}, ${percent(progressPercentage)}`,
    ),
    ...sentence(
      'moved',
      moved.map(({ goal }) => goal),
      (count) => `${plural(count, 'goal has', 'goals have')} moved`,
      (goal) => `${percent(byGoal.get(goal)?.was)} to ${percent(byGoal.get(goal)?.is)}`,
    ),
    ...sentence('added', added, (count) => plural(count, 'new goal', 'new goals')),
  ]
}

const changeText = (change: Change) =>
  'note' in change ? `${change.what} ${change.note}` : `${change.what} from ${change.was} to ${change.is}`

/** The events of a budget that changed something, newest first. */
export const budgetChanges = ({ events, currency = null }: SinceBudget) => {
  const changes = changesOf(events, budgetHistory, currency)
  return events
    .map((event, place) => ({ ...event, changes: changes[place] ?? [] }))
    .filter(({ changes: own }) => own.length > 0)
}

const budgetSentences = ({ budgets }: SinceData): Sentence[] | null => {
  if (!budgets) return null
  return budgets.flatMap((budget) =>
    budgetChanges(budget).map(
      ({ id, at, author, changes }): Sentence => ({
        key: id,
        parts: [
          { text: budget.title || budget.id, href: `/budgets/${encodeURIComponent(budget.id)}` },
          `: ${changes.slice(0, few).map(changeText).join(', ')}`,
          changes.length > few ? ` and ${formatNumber(changes.length - few)} more` : '',
          `, by ${author ?? 'an unknown author'} on ${localDayText(at)}.`,
        ],
      }),
    ),
  )
}

const warrantySentences = ({ warranties, companyId, period }: SinceData): Sentence[] | null => {
  if (warranties === null) return null
  if (warranties === 0) return []
  const list: Part = {
    text: `${plural(warranties, 'warranty', 'warranties')} of devices in use`,
    href: hrefOf('/devices', { companyId, ...endedIn(period) }),
  }
  return [{ key: 'ended', parts: [list, ' ended.'] }]
}

/** A warranty covers its last day, so that of today has not ended. */
const endedIn = ({ dateFrom, dateTo }: Period) => ({
  inUse: 'true',
  warrantyAfter: dateFrom,
  warrantyBefore: addDays(dateTo, -1),
})

/** Active people who signed in during the days before the period, and not since. */
const silentIn = ({ dateFrom }: Period, before: Period) => ({
  status: 'active',
  lastLoginAfter: before.dateFrom,
  lastLoginBefore: addDays(dateFrom, -1),
})

const peopleSentences = ({ people, companyId, period, before }: SinceData): Sentence[] | null => {
  if (!people) return null
  const { came, left, silent } = people
  const sentence = (key: string, some: Named[], words: (count: number) => string): Sentence[] =>
    some.length === 0 ? [] : [{ key, parts: [`${words(some.length)}: `, ...listed(some.map(personLink)), '.'] }]
  return [
    ...sentence('came', came, (count) => `${plural(count, 'person', 'people')} joined`),
    ...sentence(
      'left',
      left,
      (count) => `${plural(count, 'person was', 'people were')} disabled, or edited while disabled`,
    ),
    ...(silent
      ? [
          {
            key: 'silent',
            parts: [
              {
                text: plural(silent, 'active person', 'active people'),
                href: hrefOf('/company-users', { companyId, ...silentIn(period, before) }),
              },
              ' signed in during the same number of days before, but not since.',
            ],
          },
        ]
      : []),
  ]
}

/** What changed, in sentences, each with links to what it counts. A topic is null if it is unknown, and empty if nothing changed. */
export const describeChanges = (data: SinceData): TopicChanges[] => {
  const sentences: Record<Topic, Sentence[] | null> = {
    score: scoreSentences(data),
    goals: goalSentences(data),
    budgets: budgetSentences(data),
    warranties: warrantySentences(data),
    people: peopleSentences(data),
  }
  return topics.map((topic) => ({ topic, sentences: sentences[topic] }))
}
